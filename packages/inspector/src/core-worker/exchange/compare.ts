import { isJsonNumber, isObject, type Json } from "@toolglot/core";
import { openedNamed } from "./opened.ts";
import { cellOf } from "./preview.ts";
import { nodesOf } from "./rows.ts";
import type { BodyRole, ExchangeContent, PaneContent, RowContent } from "./views.ts";

/** What two exchanges have in common: their clients' requests and responses, node by node. */
export function compareExchanges({ ids }: { ids: readonly [string, string] }): ExchangeContent {
  return { request: comparedPane(ids, "clientRequest"), response: comparedPane(ids, "clientResponse") };
}

function comparedPane([one, other]: readonly [string, string], role: BodyRole): PaneContent {
  const left = nodesByPointer(openedNamed(one).value(role));
  const right = nodesByPointer(openedNamed(other).value(role));
  const pointers = [...new Set([...left.keys(), ...right.keys()])];
  return { rows: pointers.map((pointer) => comparedRow(pointer, left.get(pointer), right.get(pointer))) };
}

function nodesByPointer(body: Json | undefined): Map<string, Json> {
  return new Map(body === undefined ? [] : nodesOf(body).map(({ pointer, value }) => [pointer, value]));
}

function comparedRow(pointer: string, left: Json | undefined, right: Json | undefined): RowContent {
  const kind = /\/\d+$/.test(pointer) ? "block" : "field";
  return {
    state: left === undefined ? "added" : right === undefined ? "lost" : isEqual(left, right) ? "same" : "changed",
    kind,
    label: pointer,
    ...(left === undefined ? {} : { left: cellOf({ pointer, value: left }, { kind }) }),
    ...(right === undefined ? {} : { right: cellOf({ pointer, value: right }, { kind }) }),
    losses: [],
    changes: [],
  };
}

function isEqual(one: Json, other: Json): boolean {
  if (isJsonNumber(one) || isJsonNumber(other)) return String(one) === String(other);
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item: Json, index) => isEqual(item, other[index] ?? null));
  if (!isObject(one) || !isObject(other)) return one === other;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isEqual(one[key] ?? null, other[key] ?? null))
  );
}
