"""Words that claim something was done. Only a verified state may say so (seed 003, "Forbidden Phrases")."""

from __future__ import annotations

import re

_DONE = re.compile(
    r"(?:退款|补偿|赔偿|取消|修改|工单|申请|处理)[^，。！？]{0,8}(?:已|成功|完成|到账|办好|办妥)|(?:已|已经)[^，。！？]{0,10}(?:退款|取消|处理完|创建|到账|提交|补偿|修改)"
    r"|\b(?:has|have|had|was|were|is|are|been|it's|i've|we've|successfully)\b[^.!?\n]{0,30}\b(?:refunded|cancell?ed|compensated|processed|completed|credited|approved|changed|created|submitted|paid)\b"
    r"|\bi (?:have )?(?:just )?(?:refunded|cancell?ed|processed|called|created|approved)\b"
    r"|\b(?:wurde|ist|sind|habe|haben)\b[^.!?\n]{0,40}\b(?:erstattet|storniert|erledigt|abgeschlossen|genehmigt|angelegt|ausgezahlt)\b"
    r"|\b(?:ha sido|fue|está|he|hemos|han sido)\b[^.!?\n]{0,30}\b(?:reembolsad\w+|cancelad\w+|procesad\w+|aprobad\w+|completad\w+|cread\w+)\b"
    r"|(?:повернен\w*|скасован\w*|оброблен\w*|схвален\w*|виконан\w*|створен\w*)(?: успішно)?",
    re.IGNORECASE,
)


def claims_completion(text: str) -> bool:
    """Whether the text says that something has been carried out."""
    return bool(_DONE.search(text))
