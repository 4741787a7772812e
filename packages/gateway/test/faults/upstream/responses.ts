import { type Step, textStep } from "../../../src/sim/steps.ts";

/** The head of a streamed response. */
export function streamHead(dialect: string): Step {
  return { type: "head", status: 200, headers: { "content-type": CONTENT_TYPES[dialect] ?? "text/event-stream" } };
}

const CONTENT_TYPES: Readonly<Record<string, string>> = { ollama: "application/x-ndjson" };

/** A streamed response whose pieces are sent one after the other. */
export function streamOf(dialect: string, pieces: readonly string[]): Step[] {
  return [streamHead(dialect), ...pieces.map(textStep), { type: "end" }];
}

/** The beginning of a streamed response, cut after so many bytes. */
export function streamUpTo(dialect: string, bytes: Uint8Array, length: number): Step[] {
  return [streamHead(dialect), { type: "data", bytes: bytes.subarray(0, length) }];
}
