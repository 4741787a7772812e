// A compiled layout: a tree of keys in place of a list of pointers, for one walk over an object.

import type { FieldMapping } from "../mapping/field-mapping.ts";
import type { Json } from "../model/json.ts";

/** A layout in the form that is read and written in one pass: by default, and in each variant of its dialect. */
export interface CompiledLayouts {
  readonly byDefault: DefaultLayout;
  readonly variants: ReadonlyMap<string, DefaultLayout>;
}

/** How an object is laid out that has each field once, in the first of its places. */
export interface DefaultLayout {
  readonly steps: ReadonlyMap<string, Step>;
  /** Canonical field → its pointer. */
  readonly fields: Readonly<Record<string, string>>;
  /** The fields that are always written, with what their absence means. */
  readonly required: readonly RequiredField[];
  readonly constants: readonly Slot[];
  readonly slots: readonly FieldSlot[];
  /** The pointers that the layout reads or writes, and the objects around them. */
  readonly reserved: ReadonlySet<string>;
}

/** A field that is always written. */
export interface RequiredField {
  readonly field: string;
  readonly pointer: string;
  readonly absentMeans: Json | undefined;
}

/** What a key of an object on the wire stands for. All have the same fields, because they are read for every key. */
export interface Step {
  /** A value may stand here, and not only the objects on the way to other values. */
  known: true | undefined;
  field: string | undefined;
  mapping: FieldMapping | undefined;
  constant: Json | undefined;
  /** A value that means nothing here. */
  optional: Json | undefined;
  /** Any value means nothing to other dialects. */
  ignored: true | undefined;
  /** Another field has this place too, or it is another place of a field than its first. */
  alternative: true | undefined;
  /** The field that this is another place of, if it is of one alone. */
  other: OtherPlace | undefined;
  inner: Map<string, Step> | undefined;
}

/** A key that stands for nothing yet. */
export const NO_STEP: Step = {
  known: undefined,
  field: undefined,
  mapping: undefined,
  constant: undefined,
  optional: undefined,
  ignored: undefined,
  alternative: undefined,
  other: undefined,
  inner: undefined,
};

/** Another place of a field than its first. */
interface OtherPlace {
  readonly field: string;
  readonly mapping: FieldMapping;
  readonly pointer: string;
}

/** A place on the wire, as the keys that lead there. */
interface Slot {
  readonly keys: readonly string[];
  readonly value?: Json;
}

/** The place of a field, and what is written where it has no value. */
export interface FieldSlot extends Slot {
  readonly field: string;
  readonly placeholder: Json | undefined;
}
