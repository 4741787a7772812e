import { createHash } from "node:crypto";
import { isObject, type Json, type JsonObject, stringifyJson } from "@toolglot/core";
import type { RunnableTool, ToolOrigin } from "../tool.ts";

/** The parts of a tool that somebody approved, each as a short text that is different when the part is. */
export type Fingerprint = Readonly<Record<FingerprintField, string>>;

/** What people read before they approve a tool, and what models go by. */
export type FingerprintField = (typeof FINGERPRINT_FIELDS)[number];

export const FINGERPRINT_FIELDS = ["origin", "title", "description", "schema", "result schema", "hints"] as const;

/** What a tool says of itself now. Its program may change, as long as it says the same. */
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

// Not the path: a lock that is shared is read on other machines.
function originName(origin: ToolOrigin): string {
  return origin.type === "mcp" ? `mcp server ${origin.server}` : origin.type;
}

function hash(value: Json): string {
  return createHash("sha256")
    .update(stringifyJson(sorted(value), HASH_OPTIONS))
    .digest("base64url");
}

const HASH_OPTIONS = { maxDepth: 1000 };

// The order of keys means nothing, and some servers change it from run to run.
function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => sorted(item));
  if (!isObject(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key] ?? null)]));
}
