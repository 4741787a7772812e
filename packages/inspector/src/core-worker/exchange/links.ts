import { isObject, type Json } from "@toolglot/core";
import type { AlignedRow } from "@toolglot/core/align";

/** Fields that have the id of a call. */
const IDS = ["call_id", "tool_use_id", "tool_call_id", "toolUseId", "id"];

/** What a row has in common with others of the exchange: the call that it makes or answers, the tool that it declares or calls. */
export function linksOf({ kind, left, right }: AlignedRow): readonly string[] {
  if (kind !== "call" && kind !== "result" && kind !== "tool") return [];
  const objects = [left?.value, right?.value].flatMap((value) => (value === undefined ? [] : innerObjects(value)));
  const names = objects.flatMap(({ name }) => (typeof name === "string" ? [`tool ${name}`] : []));
  const ids = kind === "tool" ? [] : objects.flatMap((object) => IDS.flatMap((field) => idIn(object[field])));
  return [...new Set([...names, ...ids])];
}

function idIn(value: Json | undefined): string[] {
  return typeof value === "string" && value !== "" ? [`call ${value}`] : [];
}

// The name is in the node, or in the only object that it holds: `function`, `functionCall`, `toolUse`.
function innerObjects(value: Json): { readonly [key: string]: Json }[] {
  return isObject(value) ? [value, ...Object.values(value).filter((inner) => isObject(inner))] : [];
}
