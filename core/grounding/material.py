"""Which segments of an answer assert something, and of what kind (seed 001)."""

from __future__ import annotations

import re

from core.domain.grounding import Category


def _any(*wordings: str) -> re.Pattern[str]:
    return re.compile("|".join(wordings), re.IGNORECASE)


_QUESTION = _any(
    r"(?:(?:so|and|to help|first)[, ]+)?(?:which|what|when|where|who|whose|how|do|does|did|is|are|was|were|have|has|can you|could you|would you|may i|shall i)\b[^.!?;:]*\?",
    r"(?:welche[rsnm]?|was|wann|wo|wer|wie|haben|hat|sind|ist|können sie|kannst du|meinen sie|möchten sie)\b[^.!?;:]*\?",
    r"¿[^.!?;:,]*\?",
    r"(?:який|яка|яке|які|що|коли|де|хто|як|чи|ви маєте)\b[^.!?;:]*\?",
    r"(?:请问)?[^。！？；：，]*(?:吗|呢|哪|什么|多少|几|谁)[^。！？；：，]*[？?]",
    r"[^。！？；：]*(?:か|でしょうか)[。？?]",
)
_TAG = _any(
    r"\b(?:right|correct|isn['’]t it|don['’]t you|don['’]t they|nicht wahr|oder|verdad|no|правда|так)\s*\?$",
    r"\bdid you know\b|\bdo you know that\b",
)
_LABEL = _any(
    r"(?:(?:sources?|references?|see(?: also)?|links?|quelle[n]?|siehe(?: auch)?|fuentes?|véase|джерел[оа]|див\.?|来源|参见|出典|参照)\s*[:：]?\s*)?(?:\[\d+\]|<?https?://\S+>?|\[[^\]]*\]\(\S+\)|[,;|·\s])+",
)
_NAMED_SOURCE = re.compile(
    r"(?i:sources?|references?|quellen?|fuentes?|джерел[оа])\s?:(?:\s(?i:sections?|pages?|pp?\.|chapters?|abschnitt|seite|sección|página|розділ|of|the|and|on|for|der|die|und|de|la|y|та|[\d.,§>|-]+)|\s[^\W\d_a-zа-яіїєґ][\w'’&/-]*[,.]?)+"
)
_FILLER = _any(
    r"(?:hi|hello|hey|dear \w+|good (?:morning|afternoon|evening)|thanks?|thank you|you['’]re welcome|sure|of course|certainly|okay|ok|great|happy to help|sorry)(?:[ ,]+(?:there|everyone|for (?:asking|your (?:question|patience|message))|to hear that))*",
    r"(?:i|we) hope (?:this|that) helps?|(?:please )?(?:let me know|feel free to ask|get back to me) if (?:you have|there are) (?:any |more |other |further )*questions?",
    r"here is what (?:i found|the polic(?:y|ies) says?)|hier ist, was (?:die richtlinie|ich) \w+",
    r"(?:hallo|guten (?:tag|morgen|abend)|danke(?: für ihre frage)?|gern(?: geschehen)?|natürlich|tut mir leid|ich hoffe, das hilft)",
    r"(?:hola|buenos días|buenas tardes|gracias(?: por (?:tu|su) pregunta)?|claro|por supuesto|lo siento|espero que (?:esto )?(?:te |le )?ayude)",
    r"(?:вітаю|доброго дня|дякую(?: за (?:ваше )?запитання)?|звичайно|перепрошую|сподіваюся, це допоможе)",
    r"(?:您好|你好|谢谢(?:您的提问)?|当然|好的|抱歉|希望对您有帮助)",
    r"(?:こんにちは|ありがとうございます|承知しました|かしこまりました)",
)
_UNDECIDED = _any(
    r"(?:i|we) (?:cannot|can['’]t|could not|couldn['’]t|do not|don['’]t) (?:find|know|provide|determine|tell|say|answer)\b[^.!?;:,]*",
    r"i['’]?\s?a?m not (?:certain|sure)[^.!?;:,]*|(?:this|that) (?:cannot|can['’]t) (?:yet )?be determined[^.!?;:,]*",
    r"ich (?:kann|weiß|finde)\b[^.!?;:,]*\b(?:nicht|keine?)\b[^.!?;:,]*|no (?:puedo|encuentro|sé)\b[^.!?;:,]*|я не (?:можу|знаю|знайшов)[^.!?;:,]*|我(?:无法|不能|没有找到|不确定)[^。！？；：，]*",
)
_NUMBER = re.compile(r"\d|[一二三四五六七八九十两]+[天个月年日周]")
_MARKS = re.compile(r"\[\d{1,2}\]|^[\s>*_#-]+|[\s*_.!:。！：…]+$")
_ABOUT_ASKER = _any(
    r"^(?:as )?you(?: have|['’]ve)? (?:said|say|mention(?:ed)?|wrote|write|report(?:ed)?|told|tell|describe[d]?|state[d]?)\b|^according to (?:you|your (?:message|description|report))\b",
    r"^(?:wie )?(?:sie|du) (?:sagten|sagtest|schrieben|schriebst|schreiben|erwähnten|berichten|angaben)\b|^(?:laut|nach) (?:ihrer|deiner) (?:angabe|nachricht)",
    r"^(?:seg[uú]n (?:usted|tu mensaje|su mensaje|nos cuenta)|(?:usted )?(?:dijo|dice|mencion[oó]|indic[oó]))\b",
    r"^(?:як )?ви (?:сказали|написали|зазначили|повідомили)\b|^за вашими словами\b",
    r"^(?:正如)?[您你](?:说|提到|表示|写道|反映)|^(?:ご質問|お客様)によると",
)
_RULE = _any(
    r"\b(?:must|shall|may|should|allowed|permitted|entitled|required|eligible|polic(?:y|ies)|rules?|always|never)\b",
    r"\b(?:muss|müssen|darf|dürfen|erlaubt|vorgeschrieben|richtlinien?)\b|\b(?:debe[ns]?|puede[ns]?|permitid[oa]|obligatori[oa]|pol[ií]tica)\b",
    r"\b(?:повинн\w+|можна|дозволен\w+|правил\w+)\b|必须|可以|不得|应当|政策|规定|なければ|できます|規程",
)
_KINDS = (
    (Category.SAFETY_BOUNDARY, _any(r"\b(?:danger\w*|hazard\w*|unsafe|emergency|injur\w+|evacuat\w+|life-threatening|gefahr\w*|notfall\w*|peligro\w*|emergencia|небезпе\w+)\b|危险|紧急|危険|緊急")),
    (Category.INSTRUCTION, _any(r"^(?:please )?(?:submit|send|contact|report|ask|call|complete|fill|file|use|open|click|book|notify|request|do not|don['’]t|never|always|ensure|keep)\b", r"\b(?:must|shall|should|have to|need to)\b|\b(?:muss|müssen|soll(?:en)?)\b|\bdebe[ns]?\b|\bповинн\w+|请|必须|应当|なければ|してください")),
    (Category.COMPATIBILITY, _any(r"\b(?:appl(?:y|ies)|eligible|covers?|covered|valid for|compatible|entitled|gilt|gelten|aplica|поширю\w+)\b|适用|対象")),
    (Category.MAPPING, _any(r"\b(?:form|policy|section|document|model|part|ticket) (?:no\.? ?|number |id )?[A-Z]*[-\d][\w-]*\b")),
    (Category.DIAGNOSIS, _any(r"\b(?:because|caused by|due to|the reason|means that|weil|wegen|porque|debido a|через те|тому що)\b|因为|由于|ため")),
    (Category.MEASUREMENT, _NUMBER),
)  # fmt: skip


def is_material(text: str) -> bool:
    """Whether a segment asserts something; in doubt it does.

    Not material: a question that asks the asker, a label or link that names a source, narrow filler, and an explicit
    statement that the answer is not known. A segment with a number outside of a source's label always is.
    """
    plain = _MARKS.sub("", text.strip()).strip()
    if not plain or any(label.fullmatch(said) for label in (_LABEL, _NAMED_SOURCE) for said in (text.strip(), plain)):
        return False
    if _NUMBER.search(plain):
        return True
    asks = text.strip().endswith(("?", "？", "か。")) and not _TAG.search(text.strip())
    if asks and _QUESTION.fullmatch(text.strip()):
        return False
    return not _FILLER.fullmatch(plain) and not _UNDECIDED.fullmatch(plain)


def category(text: str) -> Category:
    """The kind of a material claim; the graver one where several fit."""
    return next((kind for kind, words in _KINDS if words.search(text)), Category.OTHER)


def reports_asker(text: str) -> bool:
    """Whether a claim is explicitly attributed to the asker and states no rule: what they say may then support it."""
    return _ABOUT_ASKER.search(text.strip()) is not None and not _RULE.search(text)
