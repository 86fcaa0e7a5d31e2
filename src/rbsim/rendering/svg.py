"""SVG: reproducible pictures by matplotlib, legible in light and dark.

Sizes are in pixels of a page 360 wide. Pictures are drawn in light colours; a style sheet in each
SVG file replaces them with dark ones where dark is preferred.
"""

import io
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rbsim.files import check_target, write_whole

WIDTH = 340
MARGIN = 14  # of axes, left and right
SVG = "http://www.w3.org/2000/svg"
ElementTree.register_namespace("", SVG)
LINK = "{http://www.w3.org/1999/xlink}href"
DPI = 72  # of SVG by matplotlib, so that a point is a pixel
PNG_DPI = 4 * DPI
SUFFIXES = (".svg", ".png", ".pdf")

# Light and dark, with a contrast of at least 4.5:1 on the page's ground; blue and orange (after
# Okabe and Ito) are distinct in all kinds of colour vision.
INK = "#1f2328"
MUTED = "#57606a"
GRID = "#d0d7de"
BLUE = "#0072b2"
ORANGE = "#b84a00"
DARK = {INK: "#e6e8ea", MUTED: "#a3adb8", GRID: "#3a424b", BLUE: "#56b4e9", ORANGE: "#f0a050"}

STYLE = {
    "svg.fonttype": "none",
    "text.parse_math": False,
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "figure.dpi": DPI,
    "savefig.transparent": True,
    "axes.edgecolor": GRID,
    "axes.facecolor": "none",
    "axes.spines.top": False,
    "axes.spines.left": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "text.color": INK,
    "xtick.color": GRID,
    "ytick.color": GRID,
    "xtick.labelcolor": MUTED,
    "ytick.labelcolor": MUTED,
    "axes.labelcolor": MUTED,
    "grid.color": GRID,
    "grid.linewidth": 0.8,
}


@dataclass(frozen=True)
class Picture:
    """A plot as SVG, which can be saved as PNG and PDF too; `description` is all that it shows."""

    name: str  # of the file
    title: str
    description: str
    svg: str = field(repr=False)
    wide: bool  # wider than a phone
    drawing: Figure = field(repr=False, compare=False)

    def save(self, file: str | Path, *, force: bool = False) -> None:
        """Write it to a file of the kind that its name says: SVG, PNG or PDF.

        Raises ValueError for another ending, and if the file exists, unless `force`.
        """
        path = Path(file)
        check_target(path, force, *SUFFIXES)
        write_whole(path, self.content(path.suffix))

    def content(self, suffix: str) -> bytes:
        """Return the bytes of a file with this ending, one of SUFFIXES."""
        if suffix == ".svg":
            return self.svg.encode()
        buffer = io.BytesIO()
        dates = {"CreationDate": None} if suffix == ".pdf" else {"Software": None}
        with styled():
            self.drawing.savefig(
                buffer, format=suffix[1:], dpi=PNG_DPI, metadata=dates, transparent=False
            )
        return buffer.getvalue()

    def _repr_html_(self) -> str:
        return f'<figure style="max-width: {WIDTH}px">{self.inline}</figure>'

    @property
    def inline(self) -> str:
        """The figure for a page of HTML, without the namespace."""
        return self.svg.replace(f' xmlns="{SVG}"', "")


@contextmanager
def styled() -> Iterator[None]:
    """Draw in the style of this module instead of the user's."""
    with style.context(["default", STYLE]):
        yield


def canvas(
    title: list[str],
    note: list[str],
    height: float,
    foot: float,
    left: float = 0,
    width: float = WIDTH,
) -> tuple[Figure, Axes]:
    """Return a figure with title and note above its axes, and the axes; sizes in pixels."""
    head = 15 * len(title) + 13 * len(note) + 8
    total = head + height + foot
    figure = Figure(figsize=(width / DPI, total / DPI))
    for i, line in enumerate(title):
        y = 1 - (12 + 15 * i) / total
        figure.text(0, y, line, fontsize=12, fontweight="bold")
    for i, line in enumerate(note):
        y = 1 - (15 * len(title) + 11 + 13 * i) / total
        figure.text(0, y, line, fontsize=10, color=MUTED)
    inner = width - left - 2 * MARGIN
    box = ((left + MARGIN) / width, foot / total, inner / width, height / total)
    return figure, figure.add_axes(box)


def finish(
    figure: Figure, name: str, title: str, description: str, boxes: Mapping[str, str] | None = None
) -> Picture:
    """Return a figure as SVG, ids in it prefixed with its name.

    `boxes` has the words for boxes that a pointer or the keyboard reaches, by their ids.
    """
    buffer = io.StringIO()
    with style.context({"svg.hashsalt": name}):
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    root = ElementTree.fromstring(buffer.getvalue())
    _describe_boxes(root, boxes or {})
    _make_accessible(root, name, title, description, bool(boxes))
    svg = ElementTree.tostring(root, encoding="unicode") + "\n"
    wide = bool(figure.get_figwidth() * DPI > WIDTH + 1)
    return Picture(name, title, description, svg, wide, figure)


def _describe_boxes(root: ElementTree.Element, boxes: Mapping[str, str]) -> None:
    """Let boxes be reached with Tab, and give them their words."""
    for element in list(root.iter()):
        words = boxes.get(element.get("id", ""))
        if words is not None:
            element.attrib |= {"tabindex": "0", "role": "img", "aria-label": words}
            element.insert(0, _element("title", words))


def _element(tag: str, text: str, **attributes: str) -> ElementTree.Element:
    made = ElementTree.Element(f"{{{SVG}}}{tag}", attributes)
    made.text = text
    return made


def _make_accessible(
    root: ElementTree.Element, name: str, title: str, description: str, boxes: bool
) -> None:
    """Remove metadata and fixed size; add unique ids, words and the style sheet."""
    for metadata in root.findall(f"{{{SVG}}}metadata"):
        root.remove(metadata)
    for element in root.iter():
        if LINK in element.attrib:
            element.set("href", f"#{name}-{element.attrib.pop(LINK)[1:]}")
        if "id" in element.attrib:
            element.set("id", f"{name}-{element.get('id')}")
        for key in ("clip-path", "style"):
            value = element.get(key)
            if value is not None:
                element.set(key, value.replace("url(#", f"url(#{name}-"))
    width = root.attrib.pop("width")
    root.attrib.pop("height")
    root.set("style", f"--width: {round(float(re.sub('[a-z]', '', width)))}px")
    root.set("role", "group" if boxes else "img")
    root.set("aria-labelledby", f"{name}-title {name}-desc")
    root.insert(0, _element("title", title, id=f"{name}-title"))
    root.insert(1, _element("desc", description, id=f"{name}-desc"))
    root.insert(2, _element("style", style_sheet() + (box_sheet() if boxes else "")))


def style_sheet() -> str:
    """Return the rules that replace light colours with dark ones where dark is preferred."""
    rules = [
        f'[style*="{what}: {light}"]{{{what}:{dark}!important}}'
        for light, dark in DARK.items()
        for what in ("fill", "stroke")
    ]
    return "@media (prefers-color-scheme: dark){" + "".join(rules) + "}"


def box_sheet() -> str:
    """Return the rules for boxes: a frame in focus; text over a box ignores the pointer."""
    focus = "[tabindex]:focus-visible path"
    return (
        "[tabindex]~g:not([tabindex]){pointer-events:none}"
        f"{focus}{{stroke:{INK};stroke-width:4}}"
        f"@media (prefers-color-scheme: dark){{{focus}{{stroke:{DARK[INK]}}}}}"
    )
