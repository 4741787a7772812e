import type { Json, JsonObject } from "../model/json.ts";
import type { DialectAliases, Wire, WireInput } from "./wire.ts";

/** The id of a dialect. */
export type DialectId = keyof Wire;

/** What a dialect may be called: its id or an alias. */
export type DialectName = DialectId | keyof DialectAliases;

/** A dialect, by name or as a value of `@toolglot/core/dialects`. */
export type DialectLike = DialectName | { readonly id: string };

/** The id of a dialect that is given by name or as a value. */
export type IdOf<D> = D extends { readonly id: infer Id } ? Id : D extends keyof DialectAliases ? DialectAliases[D] : D;

/** What a dialect's values look like to TypeScript; any JSON, where only at run time it is known which dialect it is. */
export type WireOf<D, Kind extends keyof AnyWire> =
  IsKnown<D> extends true
    ? IdOf<D> extends infer Id
      ? Id extends DialectId
        ? Wire[Id][Kind]
        : AnyWire[Kind]
      : never
    : AnyWire[Kind];

/** What is taken as a dialect's values: those of the vendor's SDK, or any JSON, which is then checked. */
export type InputOf<D, Kind extends keyof AnyInput> =
  | AnyInput[Kind]
  | (IdOf<D> extends infer Id ? (Id extends DialectId ? WireInput[Id][Kind] : never) : never);

type IsKnown<D> = DialectName extends D ? false : string extends IdOf<D> ? false : true;

/** The values of a dialect that is known only at run time. */
export interface AnyWire {
  tool: Json;
  choice: Json;
  call: Json;
  result: Json;
  message: Json;
  request: JsonObject;
  response: JsonObject;
  event: JsonObject;
}

/** What is taken as the values of any dialect. */
export interface AnyInput {
  tool: Json;
  choice: Json;
  calls: Json;
  results: Json;
  request: Json;
  response: Json;
  event: Json;
}
