import { createHash } from "node:crypto";
import { isObject, type Json, type JsonObject, stringifyJson } from "@toolglot/core";
import type { RunnableTool, ToolOrigin } from "../tool.ts";

/** The parts of a tool's definition that a user approves, each as a hash or short text. */
export type Fingerprint = Readonly<Record<FingerprintField, string>>;

/** One part of a fingerprint. */
export type FingerprintField = (typeof FINGERPRINT_FIELDS)[number];

export const FINGERPRINT_FIELDS = ["origin", "title", "description", "schema", "result schema", "hints"] as const;

/** The fingerprint of a tool's definition. The program behind it may change. */
export function fingerprintOf(tool: RunnableTool): Fingerprint {
  return {
    origin: originName(tool.origin),
    title: hash(tool.title ?? null),
    description: hash(tool.description),
    schema: hash(tool.inputSchema as Json),
    "result schema": hash((tool.outputSchema as Json | undefined) ?? null),
    hints: hash({ ...tool.hints } as JsonObject),
  };
}

// Not the path: a shared lock is read on other machines.
function originName(origin: ToolOrigin): string {
  return origin.type === "mcp" ? `mcp server ${origin.server}` : origin.type;
}

function hash(value: Json): string {
  return createHash("sha256")
    .update(stringifyJson(sorted(value), HASH_OPTIONS))
    .digest("base64url");
}

const HASH_OPTIONS = { maxDepth: 1000 };

// The order of keys has no meaning and may differ from run to run.
function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => sorted(item));
  if (!isObject(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key] ?? null)]));
}
