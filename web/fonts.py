"""Makes the two fonts of the page from those that @fontsource-variable publishes.

Run it when a letter is missing or a newer version is wanted:

    npm pack @fontsource-variable/vollkorn@5.3.0 @fontsource-variable/source-sans-3@5.3.0
    for file in fontsource-*.tgz; do tar xzf $file --one-top-level; done
    pip install fonttools brotli
    python web/fonts.py .

Latin letters with the German ones, weights from 400 to 700, digits of one width and one height
everywhere. The licence reserves the name "Source", so that what is changed is called otherwise.
"""

import sys
from io import BytesIO
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

LETTERS = [
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),
    *map(ord, "–—‘’‚“”„†•…′″‹›€−×"),
]
FEATURES = ["kern", "liga", "ccmp", "locl", "mark", "mkmk", "calt"]
DIGITS = "zero one two three four five six seven eight nine".split()
FONTS = [
    ("vollkorn", "display", "Sandtable Display", ".tf"),
    ("source-sans-3", "text", "Sandtable Text", ""),
]


def made(font: TTFont, family: str, digits: str) -> TTFont:
    instancer.instantiateVariableFont(font, {"wght": (400, 700)}, inplace=True)
    for table in font["cmap"].tables:
        for code, name in enumerate(DIGITS, ord("0")):
            table.cmap[code] = name + digits
    # Read again: what was cut from the axis has to be known before letters are left out.
    whole = BytesIO()
    font.save(whole)
    font = TTFont(BytesIO(whole.getvalue()))
    options = subset.Options()
    options.layout_features = FEATURES
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.hinting = False
    options.flavor = "woff2"
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=LETTERS)
    cutter.subset(font)
    for name in font["name"].names:
        if name.nameID in (1, 4):
            name.string = family
        elif name.nameID in (3, 6):
            name.string = family.replace(" ", "")
    font.flavor = "woff2"
    return font


def main(folder: Path) -> None:
    for package, name, family, digits in FONTS:
        found = folder.glob(f"*/package/files/{package}-latin-wght-normal.woff2")
        font = made(TTFont(next(found)), family, digits)
        file = Path(__file__).parent / "public" / "fonts" / f"{name}.woff2"
        font.save(file)
        print(f"{file.name}: {file.stat().st_size} bytes")


main(Path(sys.argv[1]))
