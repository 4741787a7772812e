import { isJsonNumber } from "../../json/number.ts";
import type { Json } from "../../model/json.ts";
import type { Noted } from "../../model/node.ts";
import { remember, remembered } from "../forms/remember.ts";
import type { Rule } from "../forms/rule.ts";

/** The id of a JSON-RPC message, which ties a result to its call: a text or a number. */
export function messageId(at: string): Rule {
  const is = (value: Json) => typeof value === "string" || typeof value === "number" || isJsonNumber(value);
  return { at: [at], is, missing: "" };
}

/** A node that remembers whether its id was a number. */
export function withId<T extends Noted>(node: T, id: Json | undefined): T {
  return id === undefined || typeof id === "string" ? node : { ...node, ...remember(node, "mcp", { id }) };
}

/** The id as it was, unless it is another one by now. */
export function idOf(node: Noted & { readonly id: string }): Json {
  const number = remembered(node, "mcp", "id");
  return number !== undefined && String(number) === node.id ? number : node.id;
}
