from __future__ import annotations

import pytest

from core import strict_yaml


def test_it_reads_plain_yaml_with_or_without_a_byte_order_mark() -> None:
    assert strict_yaml.load(b"a: [1, x]") == strict_yaml.load(b"\xef\xbb\xbfa: [1, x]") == {"a": [1, "x"]}
    assert strict_yaml.load(b"") is None


@pytest.mark.parametrize(
    "data",
    [
        b"a: [",
        b"\xff\xfe",
        b"when: 2026-13-45",
        b"number: 0x_",
        b"a: " + b"[" * 5000 + b"]" * 5000,
        b"a: " + b"9" * 6000,
        b"? [a, b]\n: c",
        b"audience: [payroll]\naudience: []",
        rb'title: "\ud800"',
        b"!!python/object/apply:os.system [ls]",
    ],
)
def test_whatever_is_wrong_is_one_error_of_one_line(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"\S") as error:
        strict_yaml.load(data)
    assert type(error.value) is ValueError
    assert "\n" not in str(error.value)
