"""What a question asks: its words and their short forms spelt out, the kind of answer it wants, its numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

import yaml

from core.retrieval.lexemes import lexemes
from core.retrieval.quantities import Quantity, quantities


class Wants(StrEnum):
    """A kind of answer that a question's wording asks for."""

    DURATION = "duration"
    TIME = "time"
    MONEY = "money"
    PERCENT = "percent"
    NUMBER = "number"
    PERSON = "person"
    PLACE = "place"
    YES_NO = "yes_no"


@dataclass(frozen=True)
class Question:
    """A question taken apart.

    ``terms`` are its content lexemes. ``synonyms`` gives for some of them other wordings, each a set of lexemes that say
    the same where they stand together; ``related`` are all lexemes of those, without the terms.
    ``is_several`` says that it asks more than one thing ("what do I do, and how long does it take?").
    """

    text: str
    spelt_out: str
    terms: tuple[str, ...]
    related: tuple[str, ...]
    synonyms: Mapping[str, tuple[frozenset[str], ...]]
    wants: frozenset[Wants]
    is_several: bool
    quantities: tuple[Quantity, ...]


_STOP_WORDS = """
a about after again all also am an and any anyone anything are as at be because been before being both but by can could did do does doing don don't else every everyone for from get gets getting give go goes going got
had has have having he her here hey hi him his how i i'm i've if in into is isn't it it's its just know let like many may me mine much must my myself need needs no not now of off ok okay on one only or our out over own please
really should so some somebody someone something still such take tell than thanks that the their them then there these they thing this those to too u under up us use very want was we well were what when where which
while who whom whose why will with would yes you your yourself himself herself itself ourselves themselves whether long soon quickly quick fast often far kind sort exactly roughly ever actually supposed happen happens possible work allowed
ab aber als am an auch auf aus bei bin bis bitte da damit dann darf das dass dem den denn der des die dies diese dir doch du ein eine einem einen einer es für gibt hab habe haben hat hoch ich ihr im in ist ja kann kein
keine krieg kriege krieg man mein meine meinem meiner mich mir mit muss muß müssen nach nicht noch nur ob oder pro sein sich sie sind so soll um und uns viel viele vom von vor wann war was weg welche welcher wenn wer werden
wie wieviel wieviele wird wir wo zu zum zur über lange stehen steht
al algo con cual cuál cuando cuándo cuanta cuánta cuánto cuantos cuántos cuántas de del donde dónde el ella en es esta está este hay la las le lo los me mi mis muy no nos o para pero por porque puede puedo que qué quien
quién se ser si sí sin sobre son su sus tengo tiene un una y ya yo debo
а або але без був бути в ви від він вона вони все де для до є же за з зі й його коли кого кому куди ли ма має маю ми мій моя можна може можу на над не ні ну о по при про та так там те ти то треба у хто це ця ці чи чий чого
чому що щоб як яка яке який які якщо я скільки потрібно
"""
_ASKS: dict[Wants, str] = {
    Wants.DURATION: r"how (?:long|soon|fast|quick\w*|early|late|far (?:ahead|in advance)|much (?:time|notice)|many (?:\w+ ){0,3}?(?:days?|weeks?|months?|years?|hours?|hrs|minutes?|nights?|yrs|wks|mins))|what(?:'s| is)? (?:the )?(?:deadline|retention|time ?frame|timeline|notice period)|deadline|by when|at (?:what|which) point|(?:from|after) (?:what|which) day|retention period|wie ?(?:lange|schnell|viele? (?:\w+ )?(?:tage|\w*tage|wochen|monate|jahre|stunden))|\w*frist\b|cuánto tiempo|cuántos (?:días|meses|años)|cuántas (?:horas|semanas)|plazo|скільки (?:\w+ )?(?:дн|годин|тиж|місяц|рок|час)|як довго|термін|строк|何(?:日|か月|ヶ月|カ月|年|時間|週|分)|期間|期限|いつまで|多久|多长时间|几(?:天|个月|年|小时)|多少(?:天|个月|年|小时)|期限",
    Wants.TIME: r"(?:^|[.,;:!?–—-] *|\b(?:and|or|but|so|then|know|sure|since|until|till|by|from|just|exactly|ok|okay|hey|hi|hello) )when\b|what (?:date|day|time)|which (?:date|day)|due date|last day|how soon|deadline|\bwann\b|bis wann|ab wann|cuándo|qué (?:fecha|día)|\bколи\b|до якого|いつ|何時|締め日|支払日|什么时候|何时|哪天",
    Wants.MONEY: r"how much(?! (?:time|notice|leave|vacation|pto|notice))|\bcosts?\b|prices?\b(?! match)|\bfees?\b|(?<![\d.,k] )\b(?:dollars?|euros?|cents?)\b|amount|stipend|budget|reimburse\w* (?:limit|cap)|(?:max|maximum|min|minimum|highest) (?:value|amount|spend)|wie ?(?:hoch|viel (?:geld|kostet))|was kostet|\w*betrag|kosten|cuánto (?:cuesta|dinero|pag)|importe|precio|скільки коштує|сума|вартість|いくら|金額|上限額|料金|費用|多少钱|金额|费用|价格",
    Wants.PERCENT: r"%|per ?cent|what (?:share|fraction|portion|part|rate)|prozent|welcher anteil|porcentaje|por ciento|відсот|何(?:%|パーセント|割)|百分之|比例",
    Wants.NUMBER: r"how (?:many|old|thick|wide|big|large|high)|number of|quorum|(?:max|min|maximum|minimum)(?:imum)? (?:number|length|size|quorum)|what vote|\bcap\b|\blimit\b|longest|shortest|most|what(?:'s| is) (?:the|our|my|your) (?:\w+ ){0,3}(?:code|number|id)\b|wie ?(?:viele?|alt|oft)|cuánt[oa]s|скільки|何(?:人|回|歳|個|名|件|台)|いくつ|几(?:人|次|个)|多少",
    Wants.PERSON: r"\bwho(?:'s|m|se)?\b|which (?:person|role|team|department|manager|group)|\bwer\b|\bwem\b|\bwen\b|quién\w*|\bхто\b|\bкого\b|\bкому\b|誰|だれ|どなた|谁|哪个部门",
    Wants.PLACE: r"(?:^|[.,;:!?–—-] *|\b(?:and|or|but|so|then|know|sure|ok|okay|hey|hi|hello|to|from) )where\b|(?:what|which|what's the|right|contact) e-?mail|e-?mail address|which (?:form|site|channel|address|link)|\bwo(?:hin)?\b|dónde|\bде\b|\bкуди\b|どこ|哪里|哪儿|何处",
    Wants.YES_NO: r"(?:^|[.,;:!?–-] *|\b(?:and|or|but|so|then|,) )(?:is|are|am|was|were|do|does|did|can|could|may|might|must|should|shall|will|would|has|have|had|need|ok|okay|any|gibt|ist|sind|darf|dürfen|kann|können|muss|muß|müssen|soll|hat|habe|haben|puedo|puede|pueden|debo|hay|es|está|tengo|чи|можна)\b|\b(?:ok|okay|allowed|permitted|eligible)\s*\?|\?\s*(?:allowed|ok)|(?:ですか|ますか|ていい|でもいい|可能|できる|ある|必要)[?？。]|[?？]会社に|吗|能否|可否|是否|可以",
}  # fmt: skip
_WANTS = {wants: re.compile(pattern, re.IGNORECASE) for wants, pattern in _ASKS.items()}
_CLAUSE = re.compile(
    r"(?:^|[.,;:!?–—] *| - |\b(?:and|or|but|so|then) )(?:what|how|who|whom|whose|when|where|which|why|can|could|do|does|did|is|are|am|will|would|should|must|may|any)\b|(?:^|[.,;:!?–—] *|\b(?:und|oder) )(?:was|wie|wer|wem|wann|wo|welche\w*|warum|kann|darf|muss|muß|ist|sind|hat|habe)\b|¿|(?:^|[.,;:!?–—] *|\b(?:та|і|або) )(?:що|як|хто|коли|де|який|яка|яке|які|скільки|чи)\b",
    re.IGNORECASE,
)
_RATE = re.compile(r"\b(?:per|on|any|each|a single) (?:one|single|1) ", re.IGNORECASE)
"""\"The most hours on one day\" names no length of time that a policy's tiers could hold."""
_IDENTIFIER = re.compile(
    r"(?<![\w,.-])\d+-0\d*(?![\w-])|(?<![\w,.-])\d+(?:-\d+){2,}(?![\w-])|(?<=[A-Z] )\d+-\d+(?![\w-])"
)
"""The number of a document ("BOD 18-02"): it counts once, as the joined word, and is no range."""
_KANA_ONLY = re.compile(r"[\u3040-\u309f]+|.[にはがをでのともかへや]|[にはがをでのともかへや].")
"""Bigrams that say nothing: grammar alone, or a word's edge with a particle."""


@lru_cache(maxsize=1)
def _vocabulary() -> tuple[dict[str, str], re.Pattern[str], tuple[tuple[tuple[str, ...], ...], ...]]:
    """Abbreviations, the pattern that finds them, and the synonym groups as lexemes."""
    data = yaml.safe_load(Path(__file__).with_name("vocabulary.yml").read_text(encoding="utf-8"))
    short = {str(key): str(value) for key, value in data["abbreviations"].items()}
    alternatives = "|".join(re.escape(key) for key in sorted(short, key=len, reverse=True))
    groups = tuple(tuple(tuple(lexemes(phrase)) for phrase in group.split(", ")) for group in data["synonyms"])
    return short, re.compile(rf"(?<![\w/'’.-])(?:{alternatives})(?![\w/'’-])", re.IGNORECASE), groups


@lru_cache(maxsize=1)
def _stop_lexemes() -> frozenset[str]:
    return frozenset(lexeme for word in _STOP_WORDS.split() for lexeme in lexemes(word))


@lru_cache(maxsize=256)
def understand(text: str) -> Question:
    """Takes a question apart; the same text always gives the same result."""
    short, pattern, _ = _vocabulary()
    spelt_out = re.sub(
        r"(?<=\d)\s?h\b",
        " hours",
        pattern.sub(lambda match: short[match[0].casefold().replace("’", "'")], text.replace("’", "'")),
    )
    words = lexemes(spelt_out)
    used = _phrases(words)
    stop = _stop_lexemes().difference(
        *(phrase for phrase in used if len(phrase) > 1 and _stop_lexemes().issuperset(phrase))
    )
    parts = {part for name in _IDENTIFIER.findall(spelt_out) for part in re.findall(r"\d+", name)}
    terms = tuple(dict.fromkeys(w for w in words if w not in stop and w not in parts and not _KANA_ONLY.fullmatch(w)))
    synonyms = _synonyms(used, terms)
    related = dict.fromkeys(lexeme for others in synonyms.values() for other in others for lexeme in sorted(other))
    return Question(
        text=text,
        spelt_out=spelt_out,
        terms=terms or tuple(dict.fromkeys(words)),
        related=tuple(lexeme for lexeme in related if lexeme not in terms and lexeme not in stop),
        synonyms=synonyms,
        is_several=len(_CLAUSE.findall(spelt_out)) > 1,
        wants=frozenset(wants for wants, asks in _WANTS.items() if asks.search(spelt_out)),
        quantities=quantities(_IDENTIFIER.sub(" ", _RATE.sub(" ", spelt_out))),
    )


def _phrases(words: list[str]) -> dict[tuple[str, ...], list[frozenset[str]]]:
    """The phrases of the vocabulary that a question uses, each with the other wordings of its groups.

    A phrase of stop words alone ("let go") has a meaning that its words lack: they count as terms then.
    """
    joined = f" {' '.join(words)} "
    found: dict[tuple[str, ...], list[frozenset[str]]] = {}
    for group in _vocabulary()[2]:
        used = [phrase for phrase in group if f" {' '.join(phrase)} " in joined]
        for phrase in used:
            found.setdefault(phrase, []).extend(frozenset(other) for other in group if other not in used)
    return found


def _synonyms(
    phrases: Mapping[tuple[str, ...], list[frozenset[str]]], terms: tuple[str, ...]
) -> dict[str, tuple[frozenset[str], ...]]:
    """The other wordings for each term of a phrase that the question uses."""
    found: dict[str, tuple[frozenset[str], ...]] = {}
    for phrase, others in phrases.items():
        for term in sorted(set(phrase) & set(terms)):
            found[term] = (*found.get(term, ()), *others)
    return found
