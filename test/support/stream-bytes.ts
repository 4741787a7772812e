import { EventStreamEncoder } from "@toolglot/core";

/** The bytes of a stream that is written as text; AWS's event streams are binary. */
export function streamBytes(dialect: string, text: string): Uint8Array<ArrayBuffer> {
  if (dialect !== "bedrock") return new TextEncoder().encode(text);
  const encoder = new EventStreamEncoder();
  return Uint8Array.from([...encoder.push(text), ...encoder.end()]);
}
