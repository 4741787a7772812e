/** The values of a metric's labels, in the order of their names; `undefined` is left out. */
export type LabelValues = readonly (string | undefined)[];

/** Labels as Prometheus writes them. */
export function labelsOf(names: readonly string[], values: LabelValues): string {
  const labels = names.flatMap((name, index) => {
    const value = values[index];
    return value === undefined ? [] : [`${plainName(name)}="${escaped(value)}"`];
  });
  return labels.join(",");
}

/** A name as Prometheus takes it. */
export function plainName(name: string): string {
  return name.replaceAll(".", "_");
}

function escaped(value: string): string {
  return value.slice(0, 128).replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
