"""Text in a document that gives orders to the machine instead of stating policy, in eight languages, in plain sight or disguised.

Policies are full of orders to people ("ignore unsolicited e-mail", "include the case number in your reply"), so a pattern
asks for what only makes sense to a machine: its prior instructions or prompt, the question itself, its name as addressee,
its role, the wording of all its answers, tasks for an assistant. Measured by ``tests/bench/hostile.py``: no alarm on 2,473
passages of public policies. The patterns were widened, family by family, in sight of the public attack sets: what they find
there is no forecast.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from core.safety.decoding import readings

_IGNORE = r"(?<!not )(?<!never )(?<!n't )(?<!who )(?<!you )(?<!to )\b(?:ignore|disregard|forget|override|bypass|do not follow|stop following)"
_BIDS = r"(?:^|[.!?;:,\"“(>\n]\s*|\b(?:please|and|now|then|always|just) )(?:please |now |then |always |just |directly |automatically )*"
_ABOUT = r"(?! (?:on|in|for|about|issued|from|regarding|dated|that|given (?:by|in)))"
_MACHINE = r"(?:an? |any |all |the |every )*(?:(?:AI|LLM|GPT|virtual|automated)(?:[ -](?:assistant|system|model|agent|bot|reader|tool|coding agent|reviewer)s?)?|AIs|LLMs|chat ?bots?|bots?|language models?)"
_REPLY = "response|reply|answer|output|message"
_NOT_SENT = r"(?! (?:of|for|form|from|must|should|letter|email|e-mail|sheet|file|box)\b)(?! to (?:the|an?|any|our|your|this|us|them|him|her|each|all)\b)"
_NOT_OURS = r"(?! (?:to|of|for|form|from|by|must|should|letter|email|e-mail|sheet|file|box)\b)"
_CODE = r"\b(?:following|below|subsequent|next) code (?:snippet|block|section|excerpt|fragment)s?\b"
# Each pattern is tried only where one of the words before it occurs: honest text pays for a substring search.
_ORDERS: tuple[tuple[str, str], ...] = (
    # Drop what you were told.
    ("ignor|disregard|forget|overrid|bypass|follow", rf"{_IGNORE} (?:all |any |every |the |your |my )*(?:(?:previous|prior|above|preceding|earlier|initial|original|system|operator'?s?|safety|developer)(?: (?:and|or) \w+)? )+(?:instructions?|prompts?|directions|commands|guardrails|programming|restrictions|message){_ABOUT}\b"),
    ("ignor|disregard|forget|overrid|bypass|follow", rf"{_IGNORE} (?:all |any |every )*(?:of )?(?:your |the )?(?:system prompts?|guardrails|(?:user'?s? |asker'?s? )?(?:question|query)|your (?:instructions|rules|programming)|everything (?:above|before|you (?:were|have been) told)|user and){_ABOUT}\b(?!s? (?:mark|if|unless|when))"),
    ("ignor|disregard|forget", rf"{_IGNORE} (?:all (?:of )?)?(?:the )?(?:rest|remainder|other (?:text|content|parts)) (?:of |in )?(?:this|the) (?:document|page|text|policy|file|content)s?\b(?![^.\n]*\b(?:if|unless|when|where)\b)"),
    ("ignor|disregard|forget|overrid|bypass", rf"{_BIDS}(?:ignore|disregard|forget|override|bypass) (?:all |any |every |the |of )*(?:system|platform|safety|company)(?:'s)? (?:rules|polic(?:y|ies)|checks|validations?|controls|regulations){_ABOUT}\b"),
    ("refund", rf"{_BIDS}(?:approve|grant|issue|pay(?: out)?|release) (?:every|all|each|any|the|this) refunds?(?: requests?)?,? ?(?:directly|immediately|at once|right away|automatically)?,? ?(?:no questions asked|(?:and|but) (?:do not|don't|never) (?:log|record|check|verify|tell)|without (?:asking|checking|verif|logging|recording|telling)\w*)"),
    ("your operator", r"\b(?:ignore|disregard)\b[^.\n]{0,20}\byour operator'?s?\b"),
    # You there.
    ("note|notice|message|instruct|important|attention|memo|hint", rf"\b(?:note|notice|message|instructions?|important|attention|memo|hint)\b[ :,]{{1,2}}(?:to |for ){_MACHINE}\b(?! (?:user|team|owner|admin|polic|use|vendor|develop)\w*)"),
    ("if you are a", r"\bif you are (?:an? |any )?(?:AI|LLM|(?:large )?language model|chat ?bot)\b"),
    (" reading this| processing this| summarizing this| summarising this| reviewing this| integrating this", rf"\b{_MACHINE} (?:reading|processing|summari[sz]ing|reviewing|integrating) this\b"),
    ("assistant:|ai:|bot:|llm:|assistant]|ai]|bot]|assistant)|ai)|bot)|llm]", r"(?:^|[\n.!?<\[(>]\s*)(?:AI|LLM|assistant|AI assistant|chat ?bot|bot)(?:\]|\))?:?\s*:\s*(?:please |you must |always |never )?(?:ignore|disregard|tell the user|ask the user|answer (?:only|every|that|with)|reply|respond|before (?:answering|responding|replying)|when (?:asked|answering)|do not (?:answer|tell|mention)|approve (?:every|all|any))\b"),
    ("system|admin|developer", r"(?:^|[\n.!?<\[(>]\s*)(?:system|admin|developer)(?: (?:note|message|override|prompt|instruction))?\s*(?:\]|\))?\s*[:\]]\s*(?:please |you must |you are |always |new )*(?:ignore|disregard|forget|from now|before (?:you |answering)|reply|respond|reveal|an? (?:AI|assistant|bot)|now |instructions?\b|approve (?:every|all|any))"),
    ("im_start|im_end|endoftext|begin_of_text|[inst]|[/inst]|<<sys>>|<system>", r"<\|?(?:im_start|im_end|system|endoftext|begin_of_text)\|?>|\[/?INST\]|<<SYS>>"),
    # Be another.
    ("you are now|pretend|act as|developer mode|debug mode|dan mode|god mode", r"\byou are now (?:an? |the |in )?(?:[\w-]+ )?(?:AI|assistant|bot|DAN|unrestricted|jailbroken|developer mode|debug mode)\b|\b(?:pretend|act as (?:if|though)) (?:to be |you(?:'re| are| have)? )(?:an? )?(?:AI|no (?:rules|restrictions|limits|filters?)|unrestricted)\b|\benter (?:developer|debug|god|DAN) mode\b"),
    ("from now on", r"\bfrom now on,? (?:you )?(?:will |must |should )?(?:only |always )?(?:have no restrictions|answer|reply|respond)\b"),
    ("system prompt|system message|your instructions|initial instructions|hidden instructions|operating instructions|your prompt|initial prompt|hidden prompt", r"\b(?:reveal|print|show|repeat|output|leak|display|disclose|dump|add)\b[^.\n]{0,30}\b(?:(?:the|your|full|entire) system (?:prompt|message)|(?:your|initial|hidden|operating) (?:instructions|prompt) (?:you|verbatim|word))"),
    # Answer so.
    ("your summary|every summary|each summary|your answer|every answer|each answer|your output|your reply|every reply|each reply|your review", r"\b(?:append|add|include|insert)\b[^.\n]{0,80}\b(?:in|to|at the end of|to the end of) (?:your|every|each) (?:summary|answer|output|reply|review)\b(?! (?:to|of|for|form)\b)"),
    (" only| just| exactly|nothing| no other| no matter", r"\b(?:answer|reply|respond) (?:only|just|exactly|nothing but)(?: with| that| by saying)?\s*[:\"“']|\bwhen(?:ever)? (?:you are )?asked\b[^.\n]{0,80}\b(?:answer|reply|respond|say)\b[^.\n]{0,60}\b(?:no other|nothing else|no matter)\b"),
    ("regardless|no matter|whatever", r"\b(?:approve|grant|accept) (?:every|all|any|each)\b[^.\n]{0,60}\b(?:regardless of|no matter|whatever) (?:the |what (?:is|was|the) )?(?:question|asked|polic|rule|document|user|says?)"),
    ("before you respond|before you reply|before you answer|before respond|before reply|before answer|before continu|before you continu", r"\b(?:call|invoke|execute|run|use) (?:the )?`?[a-z]+_[a-z_]+`?\b[^\n]{0,80}\bbefore (?:you )?(?:respond|reply|answer|continu)"),
    ("your ", rf"\b(?:add|append|include|insert|integrate|incorporate|introduce|embed|weave|mention|use|validate)\b[^\n]{{0,120}}\b(?:in|into|to|within|at the end of) your (?:{_REPLY})\b{_NOT_OURS}"),
    ("your ", rf"\b(?:modify|augment|enhance|alter|adapt|enrich|encrypt|encode|reverse|scramble|misspell|translate|anagram|shift|jumble|invert|rearrange|substitute|replace|remove|group|convert|render)\b[^.\n]{{0,60}}\byour (?:{_REPLY})(?:'s)?\b{_NOT_SENT}"),
    ("in your ", rf"(?:^|[\n.!?>]\s*)in your (?:{_REPLY}), (?:\w+ly )?(?:suggest|include|mention|tease|promote|recommend|encourage|tell|claim|say|state|add|hint)\b"),
    ("your ", rf"\b(?:write|provide|give|make|express|render|convey) your (?:{_REPLY}) (?:backwards?|in (?:reverse|base ?\d+|anagram\w*|emojis?|morse|rot ?13|a cipher)|using (?:emojis?|a |alphanumeric|only emojis?)|with intentional|without (?:any )?spaces)"),
    ("your ", rf"\b(?:apply|use|employ|introduce|put)\b[^.\n]{{0,60}}\b(?:ciphers?|base ?\d+|morse|rot ?13|anagrams?|emojis?|leetspeak|typos|misspellings|symbols for letters|numbers for vowels)\b[^.\n]{{0,40}}\byour (?:{_REPLY})\b"),
    ("sentiment|mood", r"\b(?:determine|analy[sz]e|classify|identify)\b[^.\n]{0,20}\b(?:sentiment|mood) of (?:this|the following)\b"),
    ("poem|haiku|story|limerick|lyrics|essay|joke", r"\b(?:write|compose|draft|create|provide|give me|tell me)\b[^.\n]{0,30}\b(?:poem|haiku|short story|limerick|song lyrics|joke|essay) (?:about|on|of|based)\b"),
    ("code ", rf"{_CODE}[^\n]{{0,100}}\b(?:your (?:{_REPLY}|(?:own )?code\w*|implementation|algorithm|solution|elucidation|program\w*)|the code you)\b{_NOT_OURS}|\byour (?:code\w*|implementation|algorithm|solution|elucidation|program\w*)\b[^\n]{{0,100}}{_CODE}|{_CODE}[^\n]{{0,100}}:\s*(?:```|import |from \w+ import )"),
    # Call this.
    ("_", r"\b(?:call|invoke|execute|use) (?:the )?`?[a-z]+_[a-z_]+`?\b[^\n]{0,80}\b(?:this|the) (?:summary|conversation|chat|processed result|customer list|answer)\b"),
    ("when you ", r"\bwhen(?:ever)? you (?:read|process|summari[sz]e|see|index|answer from) (?:this|it)\b[^.,\n]{0,20}, (?:you must |please |also )*(?:e-?mail|send|forward|reveal|include|append|ignore|reply|respond|say|output|call|tell)\b"),
    # Keep this.
    ("memory|future", r"\b(?:save|store|commit|write|add) (?:the following|this)(?: \w+)? (?:to|in|into) (?:your )?(?:long-term |persistent )?memory\b|\b(?:in|to) every future (?:reply|answer|summary|response|message)\b|\bin every (?:report|reply|answer|summary|response) (?:that )?you (?:generate|produce|write|give)\b"),
    # Your rules are gone.
    ("without ", r"\b(?:comply|answer|respond|proceed|act)\b[^.\n]{0,40}\bwithout (?:any )?(?:restrictions?|filters?|limits)\b(?! (?:on|of|as))|\bno (?:content|safety) (?:policy|restrictions|rules)\b and\b"),
    ("safety|guideline|your rules|your instructions|your new|your real|new instruction", r"\b(?:safety|security|content) (?:protocols?|filters?|guardrails?) (?:are |is |have been )?(?:now )?(?:disabled|deactivated|lifted|switched off)\b|\b(?:skip|ignore|forget|disregard) (?:all |your |any )+(?:safety|content|security)? ?(?:rules|guidelines|guardrails|instructions)\b(?! (?:on|in|for|about|of|from))|\byour (?:rules|instructions|guidelines|programming) (?:have|has) (?:been )?(?:changed|updated|replaced|revoked)\b|\byour (?:new|real|true|only) (?:instructions?|directives?|task|objective|purpose) (?:is to|are to|is:|supersedes?)\b|\bnew instructions? ?: ?(?:you must (?:comply|obey)|ignore|forget|reveal|output)"),
    ("every request|all requests", r"\b(?:comply with|obey|grant|fulfil+) (?:every|all) requests?\b(?! (?:from|for|by|of|that|made|under|submitted|received))"),
    ("end of ", r"\bend of (?:user input|document|context|system prompt|conversation|data)\b[^\w\n]{0,10}\n+\W{0,4}(?:system|assistant|developer|admin)\b"),
    ("(assistant):|<thinking>|as the assistant", r"\breasoning\b[^:\n]{0,20}\(assistant\) ?:|<thinking>|\bas the assistant, I(?:'ve| have)\b"),
    ("decode|translate", r"\b(?:decode|decrypt|translate)\b[^.\n]{0,60}\b(?:and|then)\b[^.\n]{0,20}\b(?:execute|follow|obey|do (?:exactly )?what (?:it|they) says?)\b"),
    ("context window|you were given|words above|hidden prompt", r"\b(?:output|print|repeat|reveal|show)\b[^.\n]{0,30}\b(?:your context window|the words above|hidden prompt)|\b(?:exact|original|operating|full) (?:\w+ )?instructions (?:that )?you were given\b"),
    ("act as|you are no longer", r"\bact as an? (?:uncensored|unfiltered|jailbroken|unrestricted)\b|\byou are no longer an? (?:\w+ )?(?:bot|assistant|AI)\b"),
    # German
    ("ignorier|missacht|vergiss|vergessen", r"(?<!nicht )\b(?:ignorier(?:e|en sie|t)?|missachte|vergiss|vergessen sie)\b (?:bitte |sie )?(?:alle |die |deine |ihre |sämtliche )*(?:(?:vorherig|bisherig|vorangegangen|obig|früher)\w* (?:anweisung|instruktion|befehl|vorgabe|prompt|regel)|system(?:anweisung|regel|vorgabe))\w*(?! (?:zu|in|für|vom|aus))|\b(?:ignorier\w*|vergiss)\b (?:bitte |sie )?(?:die|diese|jede) (?:nutzer|benutzer)?frage\b|\b(?:ignorier\w*|vergiss)\b (?:sie )?den rest (?:des|dieses) (?:dokument|text)"),
    ("hinweis|anweisung|nachricht|mitteilung|achtung", r"\b(?:hinweis|anweisung|nachricht|mitteilung|achtung|wichtig)(?:en)? (?:an|für) (?:alle |die |den |das |jede[nrs]? )*(?:KI|AI|KI-\w+|chatbots?|bots?|sprachmodelle?)\b(?!-?(?:nutz|verantwort|team))|\bsystemhinweis\s*:|\bKI\s*:\s*(?:ignorier|antwort|sag)"),
    ("richtlinien|anweisungen|regeln|einschr", r"\b(?:ignorier\w*|vergiss|missachte) (?:alle |deine )+(?:richtlinien|regeln|anweisungen)\b|\bab (?:jetzt|sofort) (?:hast du keine|gibst du|gelten für dich keine|befolgst du)\b|\b(?:verrate|nenne|zeig\w*)\b[^.\n]{0,20}\bdeine (?:system)?anweisungen\b|\bohne (?:jede )?einschr(?:ä|ae)nkung(?:en)? zu antworten\b"),
    ("am ende jede|antworte", r"\bam ende jede[rns]? (?:deiner |ihrer )?(?:antwort|zusammenfassung)|\bantworte (?:nur|immer|ausschließlich) (?:mit|dass|:)"),
    ("du bist|systemprompt|system-prompt", r"\bdu bist (?:jetzt|nun|ab sofort) (?:ein\w* )?(?:uneingeschränkt\w*|KI|assistent)|\b(?:zeig\w*|verrate|gib)\b[^.\n]{0,20}\bsystem-?prompt"),
    ("genehmig", r"\bgenehmig\w* (?:jede\w*|alle\w*)\b[^.\n]{0,60}\b(?:egal (?:was|wie)|unabhängig von der frage)\b"),
    # Spanish
    ("ignor|olvid|caso", r"(?<!no )\b(?:ignor[ae]n?|olvid[ae]n?|haz caso omiso de|hagan? caso omiso de) (?:todas? )?(?:las |tus |sus |a )*(?:instrucciones|indicaciones|órdenes|reglas|prompts?) (?:anteriores|previas|del sistema|iniciales)|\b(?:ignor[ae]n?|olvid[ae]n?) (?:la|esta|toda) pregunta\b|\bignor[ae]n? el resto (?:del|de este) (?:documento|texto)"),
    ("nota|aviso|mensaje|instruc|atenci", r"\b(?:nota|aviso|mensaje|instrucci[oó]n(?:es)?|atenci[oó]n) (?:para|a|al) (?:el |la |los |las |todos |cualquier )*(?:IA|asistentes? (?:de IA|virtual(?:es)?)|chatbots?|bots?|modelos? de lenguaje|agentes? de IA)\b|\bnota del sistema\s*:|\bIA\s*:\s*(?:ignora|responde|di )"),
    ("al final de|responde", r"\bal final de (?:cualquier|cada|todas? (?:las |tus )?) ?respuestas?\b|\bresponde (?:solo|sólo|siempre|únicamente) (?:con|que|:)"),
    ("ahora eres|prompt", r"\bahora eres (?:una? )?(?:IA|asistente|sin restricciones)|\b(?:revela|muestra|imprime)\b[^.\n]{0,20}\bprompt\b"),
    ("aprueb", r"\baprueb[ae]n? (?:todas?|cada|cualquier)\b[^.\n]{0,60}\b(?:sin importar|independientemente de) (?:la pregunta|lo que)"),
    # French and Italian
    ("ignor|oubli|dimentica", r"(?<!ne )(?<!pas )\b(?:ignore[zr]?|oublie[zr]?) (?:toutes |tes |vos |les )*(?:instructions|consignes|règles)(?: (?:précédentes|antérieures|du système|ci-dessus)|\b(?=[.!\n]|$))|(?<!non )\b(?:ignora(?:te)?|dimentica(?:te)?) (?:tutte |le |tue |vostre )*(?:istruzioni|regole)(?: (?:precedenti|di sistema)|\b(?=[.!\n]|$))"),
    ("système|sistema|assistant|assistente", r"\bnote (?:du |de )?système ?:|\bnota di sistema ?:|\b(?:note|message|consigne)s? (?:à|pour|aux?) (?:l'|les |toute? |tous les )?(?:IA|assistants? (?:IA|virtuels?)|chatbots?)\b|\b(?:nota|messaggio|istruzioni) per (?:l'|le |gli |tutti gli )?(?:IA|assistenti (?:IA|virtuali)|chatbot)\b"),
    ("prompt|instructions système|istruzioni di sistema|instrucciones del sistema", r"\b(?:révèle[zr]?|affiche[zr]?|montre[zr]?|rivela|mostra|revela|muestra)\b[^.\n]{0,20}\b(?:prompt|instructions système|istruzioni di sistema|instrucciones del sistema)\b"),
    ("sans |senza |sin ", r"\b(?:vous êtes|tu es) (?:désormais|maintenant) (?:une IA|sans restrictions?)|\b(?:ora )?sei (?:ora )?senza restrizioni\b|\b(?:répondre|rispondere|responder) (?:sans|senza|sin) (?:aucune )?(?:restrictions?|restrizioni|restricciones)\b"),
    # Ukrainian
    ("гнору|забудь|відкинь", r"(?<!не )\b(?:про)?(?:ігноруй(?:те)?|забудь(?:те)?|відкинь(?:те)?) (?:про )?(?:усі |всі |свої |ваші |будь-які )*(?:(?:попередні|системні|початкові|наведені вище) )(?:інструкції|вказівки|накази|промпти|правила)(?! (?:щодо|про|від))|\b(?:про)?ігноруй(?:те)? (?:це |саме )?(?:запитання|питання)|\b(?:про)?ігноруй(?:те)? решту (?:цього )?(?:документа|тексту)"),
    ("для усіх|для всіх|для ші|для штучного|для чат|для бот|для мовн|системне повідомлення|ші:", r"\b(?:примітка|повідомлення|інструкці[яї]|увага|вказівка)[ ,:]+для (?:усіх |всіх )?(?:ШІ|ШІ-\w+|штучного інтелекту|чат-?бот\w*|бот\w*|мовн\w+ модел\w+)\b|\bсистемне повідомлення\s*:|\bШІ\s*:\s*(?:ігноруй|відповідай|скажи)"),
    ("відповід", r"\b(?:наприкінці|в кінці) кожної відповіді\b|\bвідповідай (?:лише|тільки|завжди)\b"),
    ("тепер|промпт|системн", r"\b(?:тепер ти|ти тепер) (?:ШІ|асистент|без обмежень)|\b(?:покажи|розкрий|виведи)\b[^.\n]{0,20}\bсистемн\w+ (?:промпт|інструкц\w+)"),
    ("схвал|затвердж|погодж", r"\b(?:схвалюй|схваліть|схвали|затверджуй|погоджуй)\w* (?:кожн\w+|всі|усі|будь-як\w+)\b[^.\n]{0,60}\bнезалежно від (?:запитання|питання)"),
    # Chinese
    ("忽略|无视|無視|忘记|忘掉|不要理会|绕过", r"(?<!不得)(?<!不要)(?<!不能)(?:忽略|无视|忘记|忘掉|不要理会|绕过)(?:你|之前|以上|上述|先前|前面|所有|全部|一切|系统|的)+(?:指令|指示|提示词?|命令|系统规则|规则)|(?:忽略|无视)(?:这个|该|此|用户的?|所有)?(?:问题|提问)(?![^，。\n]{0,4}的)|(?:忽略|无视)(?:本|此|该)?文[档件]的?其余"),
    ("ai|人工智能|机器人|语言模型|助手|大模型|系统提示|系统消息|系统指令", r"(?:致|给|提示|通知)(?:所有)?(?:的)?(?:AI|人工智能|聊天机器人|机器人|语言模型|智能助手|大模型)[^。\n]{0,8}[:：]|系统(?:提示|消息|指令)\s*[:：]\s*(?:请|必须|忽略|回答|批准)|(?:泄露|输出|显示|发送|告诉我)[^。\n]{0,10}系统提示词|(?:AI|助手)\s*[:：]\s*(?:请)?(?:忽略|回答|告诉用户)"),
    ("回答|回复|你现在是", r"(?:只|仅|一律|必须)(?:能)?(?:回答|回复)[:：“\"「]|在(?:每|所有|任何)(?:个|次|条)?(?:回答|回复|答案)的?(?:末尾|最后)|你现在是(?:一个)?(?:AI|没有限制|管理员|开发者)"),
    ("批准|同意|退款", r"(?:直接)?(?:批准|同意|通过)(?:所有|每一?个?|任何)[^。\n]{0,10}(?:不管|无论)(?:问|用户|什么)|(?<!不得)(?<!不能)(?<!不可)直接(?:批准|告诉[^。\n]{0,6})退款"),
    # Japanese
    ("無視|忘れ|破棄", r"(?:これまで|以前|上記|前述|すべて|全て|システム)の?(?:すべての|全ての)?(?:指示|命令|プロンプト|指令)を?(?:すべて|全て)?(?:無視|忘れ|破棄)|(?:この|その|ユーザーの)?質問[をは]無視|(?:この|本)?文書の(?:残り|他の部分)[をは]無視"),
    ("ai|人工知能|ボット|言語モデル|アシスタント|システム|system", r"(?:AI|人工知能|チャットボット|ボット|言語モデル|LLM|AIアシスタント)(?:への|に対する|向けの?|宛ての?)(?:指示|命令|注意|メッセージ|注記)\s*[:：]|(?:システム|SYSTEM)(?:通知|メッセージ|指示)?\s*[:：]\s*[^。\n]{0,30}(?:無視|回答|返答|承認)|(?:AI|アシスタント)\s*[:：]\s*[^。\n]{0,30}(?:無視|回答し|返答し|伝え)"),
    ("回答|返答|応答|あなたは", r"[」』\"”]\s*と(?:だけ|のみ)(?:回答|返答|答え)|(?:すべて|全て|各|毎回)の?(?:回答|返答|応答)の(?:最後|末尾|冒頭)に|あなたは(?:今から|これから|もう)[^。\n]{0,10}(?:AI|制限)"),
    ("プロンプト|承認", r"システムプロンプトを[^。\n]{0,10}(?:表示|出力|教え|開示)|(?:すべて|全て|どんな|あらゆる)の?[^。\n]{0,14}を?質問に(?:関係|かかわら)[^。\n]{0,6}承認"),
)  # fmt: skip
# Uncovering takes milliseconds, so it is tried only where something may be hidden: invisible or styled characters, mixed scripts,
# long runs, escapes, letters apart, digits within words, codes; or where no usual word stands, as in a text turned around.
_MAY_HIDE = re.compile(
    r"[\u00ad\u034f\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2800\u3164\ufeff\uff21-\uff5a\u1d00-\u1d7f\u2460-\u24ff\U0001d400-\U0001d7ff\U0001f130-\U0001f1ff\U000e0000-\U000e007f]"
    r"|[a-z][\u0370-\u052f]|[\u0370-\u052f][a-z]|[A-Za-z0-9+=]{24,}|(?:%[0-9A-Fa-f]{2}){2}|\\[ux][0-9A-Fa-f]{2}|&#\w|<~"
    r"|(?<!\w)\w(?:[ ._*|/~-]\w){4}(?!\w)|[a-z][013457@$!|]+[a-z]|[01]{7}|(?:[.-]{1,4}[ /]){7}|(?:[0-9a-f]{2}[ :,-]?){8}",
    re.IGNORECASE,
)
_USUAL = re.compile(
    r"\b(?:the|and|of|to|in|is|der|die|und|zu|de|la|el|les|le|di|il|та|і|в|на|не|що)\b|[\u3040-\u30ff\u4e00-\u9fff]",
    re.IGNORECASE,
)
_GAPS, _BREAKS = re.compile(r"[^\S\n]+"), re.compile(r" ?\n ?(?!\n)")
_COMPILED = tuple(
    (tuple(words.split("|")), re.compile(pattern, re.IGNORECASE | re.MULTILINE)) for words, pattern in _ORDERS
)


@lru_cache(maxsize=4096)
def order_to_machine(text: str) -> str | None:
    """The words in which a text orders the machine about, uncovered where they are disguised; None for honest policy."""
    order = _order(unicodedata.normalize("NFKC", text).replace("’", "'"))
    if order or not (_MAY_HIDE.search(text) or not _USUAL.search(text)):
        return order
    return next((order for reading in readings(text) if reading.disguised and (order := _order(reading.text))), None)


def _order(text: str) -> str | None:
    """An order in one reading of the text, or in its lines taken together: a line may break within a phrase."""
    plain = _GAPS.sub(" ", text)
    return _order_in(plain) or (_order_in(_BREAKS.sub(" ", plain)) if "\n" in plain else None)


def _order_in(plain: str) -> str | None:
    folded = plain.casefold()
    for words, order in _COMPILED:
        if any(word in folded for word in words) and (match := order.search(plain)):
            return match[0].strip()
    return None
