// Plots as SVG files, for pages whose background may be light or dark: each is a light card.

const WIDTH = 760;
const MARGIN = 16;
const GAP = 24;
const PANEL = (WIDTH - 2 * MARGIN - GAP) / 2;
const TITLE = 24;
const BAR = 18;
/** The names are on the left of the bars, and the values on their right. */
const NAMES = 150;
const VALUES = 44;
const LENGTH = PANEL - NAMES - VALUES;
const COLOURS = { ours: "#2f5fb3", floor: "#8a8f98", other: "#c3c8d0" };

/**
 * Panels of horizontal bars, two beside each other: `{ title, bars: [{ name, value, label, role }] }`. The bars of all panels have one
 * scale, which ends at `limit`: a longer bar is cut, and marked as such.
 */
export function barPlot({ description, limit, panels }) {
  const heights = rowsOf(panels).map((row) => Math.max(...row.map(heightOf)));
  const height = 2 * MARGIN + heights.reduce((sum, each) => sum + each, 0) + GAP * (heights.length - 1);
  const drawn = panels.map((panel, index) => {
    const above = heights.slice(0, index >> 1).reduce((sum, each) => sum + each + GAP, MARGIN);
    return drawPanel(panel, { x: MARGIN + (index % 2) * (PANEL + GAP), y: above, limit });
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" role="img" font-family="system-ui, sans-serif" font-size="12">
<title>${escapeXml(description)}</title>
<rect width="${WIDTH}" height="${height}" rx="8" fill="#ffffff"/>
${drawn.join("\n")}
</svg>
`;
}

function rowsOf(panels) {
  return panels.flatMap((_, index) => (index % 2 === 0 ? [panels.slice(index, index + 2)] : []));
}

function heightOf({ bars }) {
  return TITLE + BAR * bars.length;
}

function drawPanel({ title, bars }, { x, y, limit }) {
  const heading = `<text x="${x}" y="${y + 13}" font-weight="600" fill="#1f2430">${escapeXml(title)}</text>`;
  return [heading, ...bars.map((bar, index) => drawBar(bar, { x, y: y + TITLE + BAR * index, limit }))].join("\n");
}

function drawBar({ name, value, label, role }, { x, y, limit }) {
  const isCut = value > limit;
  const start = x + NAMES;
  const end = start + Math.max(1, (Math.min(value, limit) / limit) * LENGTH);
  const top = y + 2;
  const bottom = y + BAR - 3;
  // A cut bar ends in a point.
  const tip = isCut ? `L${fixed(end + 5)} ${(top + bottom) / 2} ` : "";
  const shape = `M${start} ${top} L${fixed(end)} ${top} ${tip}L${fixed(end)} ${bottom} L${start} ${bottom} Z`;
  const text = y + BAR - 5;
  return [
    `<text x="${start - 8}" y="${text}" text-anchor="end" fill="#3d4452">${escapeXml(name)}</text>`,
    `<path d="${shape}" fill="${COLOURS[role]}"/>`,
    `<text x="${fixed(end + (isCut ? 9 : 5))}" y="${text}" fill="#1f2430">${escapeXml(label)}</text>`,
  ].join("\n");
}

function fixed(number) {
  return Number(number.toFixed(1));
}

function escapeXml(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
