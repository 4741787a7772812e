import { EFFORTS, type Facts } from "./facts.ts";

type Field = keyof Facts;

/** The letters for fields in the generated data; flags are followed by 0 or 1. */
const FLAGS: Readonly<Record<string, Field>> = {
  s: "sampling",
  f: "forcedChoice",
  p: "prefill",
  y: "midSystem",
  i: "systemMessages",
  k: "parallelCalls",
  q: "toolSearch",
  r: "reasoning",
  a: "adaptiveThinking",
  l: "manualThinking",
  w: "alwaysThinks",
  x: "lookaround",
};

/** Numbers, and efforts by their rank. */
const NUMBERS: Readonly<Record<string, Field>> = { c: "cacheMinTokens", o: "maxTokens" };

/** Decodes facts of the generated data: `s0 p0 e234 o128000`. */
export function decodeFacts(code: string): Facts {
  return Object.fromEntries(code.split(" ").map((word) => decodeField(word[0] ?? "", word.slice(1))));
}

/** Encodes facts for the generated data. */
export function encodeFacts(facts: Facts): string {
  const flags = Object.entries(FLAGS).map(([letter, field]) => flagWord(letter, facts[field]));
  const numbers = Object.entries(NUMBERS).map(([letter, field]) => wordOf(letter, facts[field]));
  const efforts = wordOf("e", facts.efforts?.map((effort) => EFFORTS.indexOf(effort)).join(""));
  const byDefault = wordOf("d", facts.defaultEffort && EFFORTS.indexOf(facts.defaultEffort));
  return [...flags, efforts, byDefault, ...numbers].filter((word) => word !== undefined).join(" ");
}

function decodeField(letter: string, value: string): [Field, Facts[Field]] {
  const [flag, number] = [FLAGS[letter], NUMBERS[letter]];
  if (flag !== undefined) return [flag, value === "1"];
  if (number !== undefined) return [number, Number(value)];
  const efforts = [...value].map((rank) => EFFORTS[Number(rank)] ?? "");
  return letter === "d" ? ["defaultEffort", efforts[0]] : ["efforts", efforts];
}

function flagWord(letter: string, value: unknown): string | undefined {
  return typeof value === "boolean" ? `${letter}${value ? 1 : 0}` : undefined;
}

function wordOf(letter: string, value: unknown): string | undefined {
  return value === undefined ? undefined : `${letter}${String(value)}`;
}
