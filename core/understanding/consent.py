"""A yes or a no that is nothing else, in five languages. "Yes, but to another address" is neither."""

from __future__ import annotations

import re
import unicodedata

_POLITE = r"(?:,? ?(?:please|thanks|thank you|bitte|danke|por favor|gracias|будь ласка|дякую|谢谢|，?谢谢))?"
_YES = re.compile(
    rf"(?:(?:yes|yep|yeah|ok|okay|sure|confirm|confirmed|i confirm|yes,? (?:i )?confirm|go ahead|yes,? go ahead|please go ahead|please do|do it|yes,? do it"
    rf"|ja|ja,? ich bestätige|bestätigt|ich bestätige|sí|si|confirmo|sí,? confirmo|adelante|de acuerdo|так|підтверджую|так,? підтверджую"
    rf"|是|是的|好|好的|确认|确认退款|我确认|是的?，?确认|好的?，?确认|确定|可以|同意|继续|确认继续|确认申请){_POLITE})[.!。！]*",
    re.IGNORECASE,
)
_NO = re.compile(
    rf"(?:(?:no|nope|cancel|stop|don['’]?t|do not|no,? (?:don['’]?t|stop|cancel)|never ?mind|forget it|nein|abbrechen|nicht|lieber nicht|no,? cancela|cancelar|cancela|ні|скасувати|не треба"
    rf"|不|不用|不用了|不要|不要了|取消|算了|不确认|先不用){_POLITE})[.!。！]*",
    re.IGNORECASE,
)


def yes_or_no(words: str) -> bool | None:
    """True for a plain yes, False for a plain no, None for anything else."""
    plain = " ".join(unicodedata.normalize("NFKC", words).split()).replace(",", ",")
    if _YES.fullmatch(plain) or _YES.fullmatch(plain.replace(",", "，")):
        return True
    return False if _NO.fullmatch(plain) else None
