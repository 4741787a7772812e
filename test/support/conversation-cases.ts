import { readdirSync, readFileSync } from "node:fs";
import { type Json, type JsonObject, parseJson } from "@toolglot/core";
import type { ExpectedLoss } from "./rosetta.ts";

/** The concepts of cases; each has a folder in `cases/`, next to `tools`. */
export const CONCEPTS = [
  "choice",
  "parts",
  "calls",
  "results",
  "messages",
  "requests",
  "responses",
  "streams",
  "errors",
] as const;

export type ConceptName = (typeof CONCEPTS)[number];

/** One folder: one meaning, a file for each dialect. */
export interface ConversationCase {
  readonly concept: ConceptName;
  readonly name: string;
  readonly meaning: string;
  /** The dialect in which the meaning is native. */
  readonly source: string;
  /** The source is a mistake that people make: its own provider would not take it either. */
  readonly malformed: boolean;
  /** The dialects whose clients read it otherwise than the source's do. */
  readonly readOtherwise: readonly string[];
  /** How the schemas of its tools are lowered for the provider that answers, where it is not as usual. */
  readonly profile: string | undefined;
  /** The tools of the request around it, in the source's form. */
  readonly tools: readonly Json[] | undefined;
  /** Dialect → the model that is asked, where it is not the usual one. */
  readonly models: Readonly<Record<string, string>>;
  /** Dialect → fields of the request around it that are not the usual ones. */
  readonly asks: Readonly<Record<string, JsonObject>>;
  readonly losses: Readonly<Record<string, readonly ExpectedLoss[]>>;
  /** Dialect → what the meaning is in it: JSON, or the bytes of a stream. */
  readonly files: ReadonlyMap<string, Json>;
}

/** Every case of a concept, read without losing a digit or a byte. */
export function readConversationCases(concept: ConceptName): ConversationCase[] {
  const root = new URL(`../../cases/${concept}/`, import.meta.url);
  return foldersIn(root).map((name) => readConversationCase(concept, name, new URL(`${name}/`, root)));
}

// A concept without cases has no folder yet.
function foldersIn(root: URL): string[] {
  const concept = root.pathname.split("/").at(-2) ?? "";
  const concepts = readdirSync(new URL("../", root));
  return concepts.includes(concept) ? readdirSync(root).toSorted() : [];
}

/** The case of a folder. */
export function readConversationCase(concept: ConceptName, name: string, folder: URL): ConversationCase {
  const all = new Map(readdirSync(folder).map((file) => [stem(file), read(new URL(file, folder))]));
  const about = all.get("case") as unknown as ConversationCase;
  const files = new Map([...all].filter(([key]) => key !== "case" && key !== "losses"));
  const { meaning, source, malformed = false, readOtherwise = [], profile, tools, models = {}, asks = {} } = about;
  const losses = (all.get("losses") ?? {}) as unknown as ConversationCase["losses"];
  return { concept, name, meaning, source, malformed, readOtherwise, profile, tools, models, asks, losses, files };
}

function read(file: URL): Json {
  const text = readFileSync(file, "utf8");
  return file.pathname.endsWith(".json") ? parseJson(text) : text;
}

function stem(file: string): string {
  return file.replace(/\.(?:json|sse|ndjson)$/, "");
}
