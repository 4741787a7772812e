import { isArray, isObject } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { ToolBase } from "../model/tool.ts";

/** What a dialect remembers of one tool: its unknown fields by pointer, and notes on how the tool was written. */
export interface Notes {
  /** Fields that the canonical model does not know; their keys in the extras begin with a slash, those of notes do not. */
  readonly pointers: JsonObject;
  /** Fields that say nothing: a null, a default word. They come back, but nobody misses them elsewhere. */
  readonly silent: JsonObject;
  /** Pointers that are always written, and were not there. */
  readonly absent: readonly string[];
  /** Canonical field → the places where it stood, where they are not the usual one. */
  readonly at: Readonly<Record<string, readonly string[]>>;
  readonly group?: Group;
}

/** The object that holds several tools, where a dialect has such. */
export interface Group {
  /** JSON Pointer of the group in the source. */
  readonly path: string;
  /** Canonical field of its tools → pointer below `path`, where the group says it for them. */
  readonly fields?: Readonly<Record<string, string>>;
  /** What the group says beside its tools, as extras of its own. */
  readonly extras: JsonObject;
}

/** What a dialect remembers of a tool, as it stands in `extras`. */
export function extrasOf(tool: ToolBase, dialect: string): JsonObject {
  return tool.extras?.[dialect] ?? NONE;
}

const NONE: JsonObject = {};

/** The notes in extras that a decoder has written. */
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
  return isObject(group) ? { ...notes, group: group as unknown as Group } : notes;
}

/** Whether a key of extras is the pointer of an unknown field, and not the word for a note. */
export function isPointer(key: string): boolean {
  return key.startsWith("/");
}

/** Whether extras hold unknown fields alone, and no notes. */
export function hasOnlyFields(extras: JsonObject): boolean {
  for (const key in extras) if (!isPointer(key)) return false;
  return true;
}

/** The fields in extras that say nothing. */
export function emptyFieldsIn({ silent }: JsonObject): JsonObject {
  return isObject(silent) ? silent : NONE;
}

/** Notes as extras; those that say nothing are left out. */
export function extrasFromNotes({ pointers, silent, absent, at }: Notes): JsonObject {
  const notes: JsonObject = { silent, absent, at };
  const filled = Object.entries(notes).filter(([, value]) => Object.keys(value as JsonObject).length > 0);
  return { ...pointers, ...Object.fromEntries(filled) };
}

/** The group that a tool stood in, as its own dialect remembers it. */
export function groupOf(tool: ToolBase, dialect: string): Group | undefined {
  const { group } = extrasOf(tool, dialect);
  return isObject(group) ? (group as unknown as Group) : undefined;
}

/** Remembers the group of a tool. */
export function withGroup<T extends ToolBase>(tool: T, dialect: string, group: Group): T {
  return { ...tool, extras: { ...tool.extras, [dialect]: { ...extrasOf(tool, dialect), group: { ...group } } } };
}
