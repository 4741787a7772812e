import { decodeFacts } from "./code.ts";
import type { Facts } from "./facts.ts";
import { modelNames } from "./name.ts";

/** Facts by the names of models, as `scripts/facts.mjs` writes them. They are read when they are first needed. */
export class FactTable {
  private readonly data: string;
  private codes: ReadonlyMap<string, string> | undefined;

  constructor(data: string) {
    this.data = data;
  }

  /** The facts of a model: first what its snapshots share, then its own. */
  factsOf(model: string): Facts[] {
    this.codes ??= readTable(this.data);
    const found = modelNames(model).map((name) => this.codes?.get(name));
    return found.flatMap((code) => (code === undefined ? [] : [decodeFacts(code)])).reverse();
  }
}

function readTable(data: string): ReadonlyMap<string, string> {
  const lines = data
    .trim()
    .split("\n")
    .map((line) => line.split("|"));
  return new Map(lines.flatMap(([code = "", names = ""]) => names.split(" ").map((name) => [name, code] as const)));
}
