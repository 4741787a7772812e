import type { Json } from "@toolglot/core";
import { createBridge } from "../../../../../test/support/dynamic.ts";

export const OWN = "gemini";

export type Fields = Record<string, Json>;

export function translated(ends: { client: string; provider: string }, ...pieces: string[]): string {
  const stream = createBridge(ends).stream();
  return pieces.map((piece) => stream.push(piece)).join("") + stream.end();
}

export function text(value: Json): string {
  return JSON.stringify(value);
}

export function partsOf(content: Fields | undefined): Fields[] {
  return (content?.parts ?? []) as Fields[];
}

export function sent(body: Fields, providerModel = "gemini-3.8-flash", client = "openai-chat"): Fields {
  return createBridge({ client, provider: OWN, providerModel }).request({ model: "m", ...body }).value as Fields;
}

export function candidate(parts: Json[], more: Fields = {}): Json {
  return { candidates: [{ content: { role: "model", parts }, finishReason: "STOP", ...more }] };
}

export function chunks(...parts: Json[]): string {
  const last = parts.length - 1;
  return parts
    .map((part, index) => {
      const end = index === last ? { finishReason: "STOP" } : {};
      return `data: ${text({ candidates: [{ content: { role: "model", parts: [part] }, ...end }] })}\r\n\r\n`;
    })
    .join("");
}
