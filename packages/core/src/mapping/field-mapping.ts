// The entries of a layout. A field mapping connects a canonical field with its places on the wire and says which values
// it accepts: `text("/name", "/function/name")` is a string that stands at `/name`, or at `/function/name` in the other
// variant of the layout.

import { isSchema } from "../json/schema-value.ts";
import { isArray, isEmptyObject, isFilledText, isObject, isTextOrList } from "../json/value.ts";
import type { Json } from "../model/json.ts";

/** The places of a canonical field on the wire, and the values that count as that field. */
export interface FieldMapping<Pointer extends string = string> {
  /**
   * The dialect's own place first, then the places of other layouts; the places of one layout variant share an index.
   */
  readonly at: readonly Pointer[];
  readonly is: (value: Json) => boolean;
  /** What an absent field means, if the vendor defines it. */
  readonly absentMeans?: Json;
  /** A value that means the same as an absent field. */
  readonly emptyValue?: Json;
  /** What is written if there is no value, because the field is required. */
  readonly placeholder?: Json;
  /** Which items of a list this dialect supports, if not all. */
  readonly item?: (value: Json) => boolean;
}

/** The value of a canonical field, to be written. */
export type FieldValue = (field: string) => unknown;

/** A field with a string. */
export function text<Pointer extends string>(...at: Pointer[]): FieldMapping<Pointer> {
  return { at, is: (value) => typeof value === "string" };
}

/** A required string: empty if there is no value. */
export function requiredText<Pointer extends string>(...at: Pointer[]): FieldMapping<Pointer> {
  return { ...text(...at), placeholder: "" };
}

/** A field with a boolean. */
export function flag<Pointer extends string>(...at: Pointer[]): FieldMapping<Pointer> {
  return { at, is: (value) => typeof value === "boolean" };
}

/** A field with a number. */
export function count<Pointer extends string>(...at: Pointer[]): FieldMapping<Pointer> {
  return { at, is: (value) => typeof value === "number" };
}

/** A number that counts as absent if it is zero. */
export function filledCount<Pointer extends string>(...at: Pointer[]): FieldMapping<Pointer> {
  return { at, is: (value) => typeof value === "number" && value !== 0, emptyValue: 0 };
}

/** A field with any value but null. */
export function anything<Pointer extends string>(...at: Pointer[]): FieldMapping<Pointer> {
  return { at, is: (value) => value !== null };
}

/** A field with any value, which may be null. */
export function anythingOrNull<Pointer extends string>(...at: Pointer[]): FieldMapping<Pointer> {
  return { at, is: () => true };
}

/** A field with a string or a list. */
export function textOrList<Pointer extends string>(...at: Pointer[]): FieldMapping<Pointer> {
  return { at, is: isTextOrList };
}

/** A field with an object. */
export function object<Pointer extends string>(...at: Pointer[]): FieldMapping<Pointer> {
  return { at, is: isObject };
}

/** Whether a document is cited, as `{ enabled }`; an absent one is not. */
export function citations<Pointer extends string>(...at: Pointer[]): FieldMapping<Pointer> {
  return { at, is: (value) => isObject(value) && value.enabled !== false, emptyValue: { enabled: false } };
}

/** A field with a list. */
export function list<Pointer extends string>(...at: Pointer[]): FieldMapping<Pointer> {
  return { at, is: isArray };
}

/** A field with a non-empty list. */
export function filledList<Pointer extends string>(...at: Pointer[]): FieldMapping<Pointer> {
  return { at, is: (value) => isArray(value) && value.length > 0 };
}

/** A field with a JSON Schema. */
export function schema<Pointer extends string>(...at: Pointer[]): FieldMapping<Pointer> {
  return { at, is: isSchema };
}

/** The schema of a tool's arguments; without it, the tool has none. */
export function argumentsSchema<Pointer extends string>(...at: Pointer[]): FieldMapping<Pointer> {
  return { ...schema(...at), absentMeans: { type: "object", properties: {} } };
}

/** The same, if an empty schema means the same as an absent one. */
export function filledArgumentsSchema<Pointer extends string>(...at: Pointer[]): FieldMapping<Pointer> {
  return { ...argumentsSchema(...at), is: (value) => isSchema(value) && !isEmptyObject(value), emptyValue: {} };
}

/** A string that counts as absent if it is empty, as protocol buffers have it. */
export function filledText(...at: string[]): FieldMapping {
  return { at, is: isFilledText, emptyValue: "" };
}
