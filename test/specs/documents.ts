import { existsSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import { CORPUS } from "../support/corpus.ts";
import type { Json, JsonObject } from "../support/json.ts";

/** The named schemas of one specification. */
export type Schemas = Readonly<Record<string, JsonObject>>;

const FILES = {
  openai: "openai/openapi.yaml",
  openrouter: "openrouter/in.openapi.yaml",
  ollama: "ollama/openapi.yaml",
  anthropic: "anthropic/openapi.json",
  gemini: "gemini/vertex-aiplatform.v1.generateContent.schemas.json",
  mcp: "mcp/2026-07-28/schema.json",
} as const;

export type Specification = keyof typeof FILES;

const SPECIFICATIONS = `${CORPUS}/specs`;
const read = new Map<Specification, Schemas>();

/** Whether the specifications are here; says so loudly where they are not. */
export function haveSpecifications(): boolean {
  if (existsSync(SPECIFICATIONS)) return true;
  console.warn(`\n*** ${SPECIFICATIONS} is absent: nothing is validated by the official specifications ***\n`);
  return false;
}

/** The schemas of a specification, read once. */
export function schemasOf(specification: Specification): Schemas {
  const known = read.get(specification);
  if (known !== undefined) return known;
  const schemas = readSchemas(FILES[specification]);
  read.set(specification, schemas);
  return schemas;
}

/** The schema that a reference names; all three formats keep them in one flat list. */
export function referred(reference: Json | undefined): string | undefined {
  return typeof reference === "string" ? reference.replace(/^#\/(components\/schemas|\$defs)\//, "") : undefined;
}

function readSchemas(file: string): Schemas {
  const text = readFileSync(`${SPECIFICATIONS}/${file}`, "utf8");
  const document = file.endsWith(".yaml") ? parse(componentsOf(text), QUICKLY) : JSON.parse(text);
  return document.components?.schemas ?? document.schemas ?? document.$defs;
}

const QUICKLY = { uniqueKeys: false, prettyErrors: false };

/** The paths are half of a document, and slow to read. */
function componentsOf(yaml: string): string {
  return yaml.match(/^components:\n(?:(?: .*)?\n)*/m)?.[0] ?? yaml;
}
