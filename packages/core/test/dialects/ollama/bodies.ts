import { findDialect, type Json } from "@toolglot/core";
import { DIALECTS } from "../../../../../test/conversations/dialects.ts";
import { createBridge } from "../../../../../test/support/dynamic.ts";

export const OWN = "ollama";
export const others = DIALECTS.filter((id) => id !== OWN && findDialect(id)?.request !== undefined);
export const tools = [{ type: "function", function: { name: "f", parameters: { type: "object", properties: {} } } }];

export type Fields = Record<string, Json>;

export function translated(ends: { client: string; provider: string }, text: string): string {
  const stream = createBridge(ends).stream();
  return stream.push(text) + stream.end();
}
export const calls = (...cities: string[]): Fields => ({
  tool_calls: cities.map((city) => ({ function: { index: 0, name: "f", arguments: { city } } })),
});
