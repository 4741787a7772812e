import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { Json } from "@toolglot/core";
import { CORPUS } from "../support/corpus.ts";

export interface Recording {
  readonly id: string;
  readonly api: string;
  readonly kind: string;
  readonly model?: string | null;
  readonly status?: number;
  readonly message?: string;
  readonly request?: { readonly body?: Json };
  readonly response: {
    readonly status?: number;
    readonly json?: Json;
    readonly text?: string;
    readonly events?: readonly string[];
  };
}

/** Recorded traffic of one of the corpus's files; none, and loudly, where it is absent. */
export function recordingsIn(name: string): Recording[] {
  const file = `${CORPUS}/${name}`;
  if (existsSync(file)) return readLines(readFileSync(file, "utf8")) as unknown as Recording[];
  console.warn(`*** ${file} is absent: its recordings are skipped ***`);
  return [];
}

/** The examples that a specification gives of one of its types. */
export function examplesOf(folder: string): Json[] {
  const path = `${CORPUS}/specs/${folder}`;
  const names = existsSync(path) ? readdirSync(path) : [];
  return names.map((name) => JSON.parse(readFileSync(`${path}/${name}`, "utf8")) as Json);
}

export function readLines(text: string): Json[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => JSON.parse(line) as Json);
}
