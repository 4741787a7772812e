import { isArray, isObject } from "../json/value.ts";
import type { Json } from "../model/json.ts";

/** Where a canonical field stands on the wire, and what it must be to count as that field. */
export interface FieldMapping<Pointer extends string = string> {
  /** The dialect's own place first, then places where others have put it; places of one habit share an index. */
  readonly at: readonly Pointer[];
  readonly is: (value: Json) => boolean;
  /** What a missing field means, where that can be said. */
  readonly absentMeans?: Json;
  /** A value that says the same as a missing field. */
  readonly emptyValue?: Json;
  /** What is written where there is nothing to say, because the field is required. */
  readonly placeholder?: Json;
  /** Which items of a list this dialect knows, where it does not know all. */
  readonly item?: (value: Json) => boolean;
}

/** A field that holds a text. */
export function text<Pointer extends string>(...at: Pointer[]): FieldMapping<Pointer> {
  return { at, is: (value) => typeof value === "string" };
}

/** A text that must be there, even when there is nothing to say. */
export function requiredText<Pointer extends string>(...at: Pointer[]): FieldMapping<Pointer> {
  return { ...text(...at), placeholder: "" };
}

/** A field that is on or off. */
export function flag<Pointer extends string>(...at: Pointer[]): FieldMapping<Pointer> {
  return { at, is: (value) => typeof value === "boolean" };
}

/** A field that holds a number. */
export function count<Pointer extends string>(...at: Pointer[]): FieldMapping<Pointer> {
  return { at, is: (value) => typeof value === "number" };
}

/** A field that may hold anything but nothing. */
export function anything<Pointer extends string>(...at: Pointer[]): FieldMapping<Pointer> {
  return { at, is: (value) => value !== null };
}

/** A field that holds a text or a list. */
export function textOrList<Pointer extends string>(...at: Pointer[]): FieldMapping<Pointer> {
  return { at, is: (value) => typeof value === "string" || isArray(value) };
}

/** A field that holds an object. */
export function object<Pointer extends string>(...at: Pointer[]): FieldMapping<Pointer> {
  return { at, is: isObject };
}

/** A field that holds a list. */
export function list<Pointer extends string>(...at: Pointer[]): FieldMapping<Pointer> {
  return { at, is: isArray };
}

/** A field that holds a list with something in it. */
export function filledList<Pointer extends string>(...at: Pointer[]): FieldMapping<Pointer> {
  return { at, is: (value) => isArray(value) && value.length > 0 };
}

/** A field that holds a JSON Schema. */
export function schema<Pointer extends string>(...at: Pointer[]): FieldMapping<Pointer> {
  return { at, is: isSchema };
}

/** A field that holds the schema of a tool's arguments; without it, there are none. */
export function argumentsSchema<Pointer extends string>(...at: Pointer[]): FieldMapping<Pointer> {
  return { ...schema(...at), absentMeans: { type: "object", properties: {} } };
}

/** The same, where an empty schema says no more than none. */
export function filledArgumentsSchema<Pointer extends string>(...at: Pointer[]): FieldMapping<Pointer> {
  return { ...argumentsSchema(...at), is: (value) => isSchema(value) && !isEmpty(value), emptyValue: {} };
}

/** Whether a value can be a JSON Schema. */
export function isSchema(value: Json): boolean {
  return isObject(value) || typeof value === "boolean";
}

function isEmpty(value: Json): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}
