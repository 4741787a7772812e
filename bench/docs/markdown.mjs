/** A table; numbers are on the right. */
export function table(columns, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(columns), line(columns.map((_, index) => (index === 0 ? "---" : "--:"))), ...rows.map(line)].join("\n");
}

/** When and where something was measured. */
export function measured({ date, machine, node }) {
  return `Measured on ${date} with Node ${node.replace(/^v/, "")} on ${machine}.`;
}

/** A multiple, with as many digits as it is worth. */
export function times(ratio) {
  if (ratio === undefined || Number.isNaN(ratio)) return "";
  return ratio < 0.095 ? ratio.toFixed(2) : ratio.toPrecision(2);
}

/** A plot that stands in the folder of images. */
export function image(description, name) {
  return `![${description}](images/${name}.svg)`;
}
