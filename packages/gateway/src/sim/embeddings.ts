import type { Json, JsonObject } from "@toolglot/core";
import { hash } from "./hash.ts";
import { RefusedRequest } from "./refused-request.ts";

const DIMENSIONS = 64;
const MAX_DIMENSIONS = 4096;

/** The response to a request for embeddings: unit vectors that depend on the text alone. */
export function createEmbeddings({ model, input = null, dimensions, encoding_format: format }: JsonObject): JsonObject {
  const inputs = Array.isArray(input) && typeof input[0] !== "number" ? (input as Json[]) : [input];
  if (inputs.length === 0 || inputs.some((each) => each === null || each === ""))
    throw new RefusedRequest("'$.input' is invalid.", { status: 400 });
  const length = typeof dimensions === "number" ? Math.min(dimensions, MAX_DIMENSIONS) : DIMENSIONS;
  const tokens = inputs.reduce((sum: number, each) => sum + Math.ceil(JSON.stringify(each).length / 4), 0);
  const data = inputs.map((each, index) => {
    const vector = unitVector(JSON.stringify(each), length);
    return { object: "embedding", index, embedding: format === "base64" ? base64(vector) : [...vector] };
  });
  return { object: "list", data, model: String(model), usage: { prompt_tokens: tokens, total_tokens: tokens } };
}

function unitVector(text: string, length: number): Float32Array {
  const values = Array.from(
    { length },
    (_, index) => (Number.parseInt(hash(`${index} ${text}`).slice(0, 8), 16) % 2001) / 1000 - 1,
  );
  const norm = Math.hypot(...values) || 1;
  return Float32Array.from(values, (value) => value / norm);
}

function base64(vector: Float32Array): string {
  const bytes = new Uint8Array(vector.buffer);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
