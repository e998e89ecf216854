"""Keeps the pieces of a SentencePiece (Unigram) tokenizer that English and Chinese text can use."""

from typing import Any

KEPT_RANGES = (
    range(0x0, 0xC0),  # ASCII and Latin-1 signs (degree, micro, plus-minus)
    range(0x2000, 0x2C00),  # punctuation, arrows, mathematical and technical signs
    range(0x3000, 0x3040),  # Chinese punctuation
    range(0x4E00, 0xA000),  # Chinese characters
    range(0xFF00, 0xFFF0),  # full-width forms
)
WORD_START = "\u2581"


def can_be_used(piece: str) -> bool:
    """True for a piece made only of characters of English or Chinese text."""
    return all(any(ord(character) in kept for kept in KEPT_RANGES) for character in piece.replace(WORD_START, ""))


def choose_pieces(tokenizer: dict[str, Any]) -> list[int]:
    """Old ids of the pieces to keep, ascending; the special tokens always stay."""
    special = {token["id"] for token in tokenizer["added_tokens"]}
    vocabulary = tokenizer["model"]["vocab"]
    return [index for index, (piece, _) in enumerate(vocabulary) if index in special or index < 4 or can_be_used(piece)]


def prune(tokenizer: dict[str, Any], kept: list[int]) -> None:
    """Renumbers the tokenizer in place, so that new id n is old id `kept[n]`."""
    new_id = {old: new for new, old in enumerate(kept)}
    model = tokenizer["model"]
    model["vocab"] = [model["vocab"][old] for old in kept]
    model["unk_id"] = new_id[model["unk_id"]]
    for token in tokenizer["added_tokens"]:
        token["id"] = new_id[token["id"]]
    for token in tokenizer["post_processor"]["special_tokens"].values():
        token["ids"] = [new_id[old] for old in token["ids"]]
