import type { Json } from "@toolglot/core";
import { stringifyJson } from "@toolglot/core/base";

/** Formats JSON for reading: what fits is written on one line. */
export function pretty(value: Json, width: number): string {
  return layOut(value, { width, margin: "", used: 0 });
}

interface LineSpace {
  readonly width: number;
  readonly margin: string;
  /** How many columns of the line are used already. */
  readonly used: number;
}

function layOut(value: Json, { width, margin, used }: LineSpace): string {
  const line = oneLine(value);
  const isList = Array.isArray(value);
  if (used + line.length < width || typeof value !== "object" || value === null) return line;
  const inner = `${margin}  `;
  const members = membersOf(value).map(([key, member]) => {
    const start = isList ? inner : `${inner}${JSON.stringify(key)}: `;
    return start + layOut(member, { width, margin: inner, used: start.length });
  });
  return `${isList ? "[" : "{"}\n${members.join(",\n")}\n${margin}${isList ? "]" : "}"}`;
}

function oneLine(value: Json): string {
  if (typeof value !== "object" || value === null) return stringifyJson(value);
  if (Array.isArray(value)) return `[${value.map(oneLine).join(", ")}]`;
  const members = membersOf(value).map(([key, member]) => `${JSON.stringify(key)}: ${oneLine(member)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

function membersOf(value: object): [string, Json][] {
  return Object.entries(value as Readonly<Record<string, Json>>);
}
