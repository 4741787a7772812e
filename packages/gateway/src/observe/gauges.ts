import { labelsOf, plainName } from "./labels.ts";

/** The current value of a gauge, with its labels. */
export interface GaugeValue {
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Gauges with their current values; those of one name follow each other. */
export function gaugesText(gauges: readonly GaugeValue[]): string {
  const names = new Set(gauges.map(({ name }) => name));
  return [...names].map((name) => gaugeText(name, gauges)).join("");
}

function gaugeText(name: string, gauges: readonly GaugeValue[]): string {
  const lines = gauges
    .filter((each) => each.name === name)
    .map(({ labels = {}, value }) => {
      const text = labelsOf(Object.keys(labels), Object.values(labels));
      return `${plainName(name)}${text === "" ? "" : `{${text}}`} ${value}\n`;
    });
  return `# HELP ${plainName(name)} (${name})\n# TYPE ${plainName(name)} gauge\n${lines.join("")}`;
}
