import { LosslessNumber } from "@toolglot/core";
import { byExtent } from "../support/extent.ts";

/** Far deeper than the stack. */
export const DEEP: number = byExtent({ quick: 100_000, sample: 1_000_000, all: 1_000_000 });
export const BIG = new LosslessNumber("12345678901234567890.000000000000001");
export const LARGER = new LosslessNumber("1e400");
export const METHODS = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "then",
  "toJSON",
  "length",
];

export function tool(inputSchema: unknown): Record<string, unknown> {
  return { name: "t", description: "Hostile.", inputSchema };
}

export function everywhere(names: readonly string[]): unknown {
  return JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:{"type":"string"}`).join()}}`);
}

export function nested(key: string, depth: number): unknown {
  let value: unknown = { type: "string" };
  for (let level = 0; level < depth; level++)
    value = key === "items" ? { type: "array", items: value } : { [key]: value };
  return value;
}

export function nestedProperties(depth: number): unknown {
  let value: unknown = { type: "string" };
  for (let level = 0; level < depth; level++) value = { type: "object", properties: { a: value } };
  return value;
}

export function nestedList(keyword: string, depth: number): unknown {
  let value: unknown = { type: "object" };
  for (let level = 0; level < depth; level++) value = { [keyword]: [value] };
  return value;
}

export function lists(depth: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

export function bomb(link: (next: unknown) => unknown): unknown {
  const definitions = Array.from({ length: 30 }, (_, index) => [`d${index}`, link({ $ref: `#/$defs/d${index + 1}` })]);
  return { $ref: "#/$defs/d0", $defs: { ...Object.fromEntries(definitions), d30: { type: "string" } } };
}

export function chain(length: number): unknown {
  const definitions = Array.from({ length }, (_, index) => [`d${index}`, { $ref: `#/$defs/d${index + 1}` }]);
  return {
    type: "object",
    properties: { a: { $ref: "#/$defs/d0" } },
    $defs: { ...Object.fromEntries(definitions), [`d${length}`]: { type: "string" } },
  };
}

export function cyclic(value: Record<string, unknown>): Record<string, unknown> {
  value.self = value;
  value.properties = { again: value };
  value.next = value;
  return value;
}

export function cyclicList(): unknown[] {
  const list: unknown[] = [];
  list.push(list);
  return list;
}
