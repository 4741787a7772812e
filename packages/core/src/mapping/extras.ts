// The extras of a tool are what its own dialect needs to write it back byte for byte, and the canonical model does not
// have: unknown fields by their JSON Pointer, and notes on the layout that the source used. Nodes of conversations keep
// the same (`notes.ts`, `foreign-extras.ts`).

import { isArray, isObject } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { ToolBase } from "../model/tool.ts";

/** The extras of a tool, parsed. */
export interface Notes {
  /**
   * Fields that the canonical model does not have. Their keys in the extras begin with a slash, those of notes do not.
   */
  readonly pointers: JsonObject;
  /**
   * Fields without meaning: null, or a default value. They are written back, and dropping them for another dialect is
   * no loss.
   */
  readonly silent: JsonObject;
  /** Pointers of fields that are written by default, and that the source left out. */
  readonly absent: readonly string[];
  /** Canonical field → the pointers where the source had it, if that is not the default layout. */
  readonly at: Readonly<Record<string, readonly string[]>>;
  readonly group?: Group;
}

/** The object around several tools, in dialects that group tools. */
export interface Group {
  /** JSON Pointer of the group in the source. */
  readonly path: string;
  /** Canonical field of its tools → pointer below `path`, for fields that the group has for all of its tools. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The group's own extras. */
  readonly extras: JsonObject;
}

/** The extras that a dialect keeps about a tool. */
export function extrasOf(tool: ToolBase, dialect: string): JsonObject {
  return tool.extras?.[dialect] ?? NONE;
}

const NONE: JsonObject = {};

/** Reads the notes in extras that a decoder has written. */
export function notesOf(extras: JsonObject): Notes {
  const pointers: Record<string, Json> = {};
  for (const key of Object.keys(extras)) if (isPointer(key)) pointers[key] = extras[key] as Json;
  const { absent, at, group } = extras;
  const notes = {
    pointers,
    silent: emptyFieldsIn(extras),
    absent: isArray(absent) ? (absent as readonly string[]) : [],
    at: isObject(at) ? (at as Record<string, readonly string[]>) : {},
  };
  const own = groupIn(group);
  return own === undefined ? notes : { ...notes, group: own };
}

/** Whether a key of extras is the pointer of an unknown field, and not the name of a note. */
export function isPointer(key: string): boolean {
  return key.startsWith("/");
}

/** Whether extras have unknown fields only, and no notes. */
export function hasOnlyFields(extras: JsonObject): boolean {
  for (const key in extras) if (!isPointer(key)) return false;
  return true;
}

/** The fields without meaning in extras. */
export function emptyFieldsIn({ silent }: JsonObject): JsonObject {
  return isObject(silent) ? silent : NONE;
}

/** Writes notes as extras; empty ones are left out. */
export function extrasFromNotes({ pointers, silent, absent, at }: Notes): JsonObject {
  const notes: JsonObject = { silent, absent, at };
  const filled = Object.entries(notes).filter(([, value]) => Object.keys(value as JsonObject).length > 0);
  return { ...pointers, ...Object.fromEntries(filled) };
}

/** The group of a tool in its own dialect. */
export function groupOf(tool: ToolBase, dialect: string): Group | undefined {
  return groupIn(extrasOf(tool, dialect).group);
}

// Only `withGroup` writes it.
function groupIn(group: Json | undefined): Group | undefined {
  return isObject(group) ? (group as unknown as Group) : undefined;
}

/** Adds the group of a tool to its extras. */
export function withGroup<T extends ToolBase>(tool: T, dialect: string, group: Group): T {
  return { ...tool, extras: { ...tool.extras, [dialect]: { ...extrasOf(tool, dialect), group: { ...group } } } };
}
