import { type JsonObject, nearest } from "@toolglot/core";

/** An unknown field, and what may have been meant. */
export interface UnknownField {
  readonly name: string;
  readonly help: string;
}

/** The unknown fields of an object. */
export function unknownFields(object: JsonObject, known: readonly string[]): UnknownField[] {
  const names = new Set(known);
  const help = known.length === 0 ? "there are none" : `known: ${known.slice(0, MAX_LISTED).join(", ")}`;
  const unknown = Object.keys(object).filter((name) => !names.has(name));
  return unknown.map((name) => {
    const meant = nearest(name, known);
    return { name, help: meant === undefined ? help : `did you mean ${meant}?` };
  });
}

const MAX_LISTED = 20;
