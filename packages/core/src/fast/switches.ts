// The names of the fast paths, and the option that switches them off.

/** What is there for speed alone. With any of them off, the reference path does the work: same bytes, losses and changes. */
export type FastPath =
  /** Copies a schema in which no rule of the profile applies, without lowering it. */
  | "schemaCopy"
  /** Lowers the objects and arrays of a schema that need no references and unions resolved, in one pass. */
  | "ordinarySchema"
  /** Writes a text, call, result or message that has nothing but its required fields, without its layout. */
  | "plainParts"
  /** Reads and writes objects in the dialect's default layout in one pass. */
  | "defaultLayout"
  /** Reads and writes stream frames that differ from the one before in a text alone, without their JSON as a whole. */
  | "frameTemplates"
  /** Keeps parsed messages and translated tools from one request of a conversation to the next. */
  | "bodyCache"
  /** Translates bodies that differ from earlier ones in texts, ids and counts alone by what those were translated to. */
  | "templates";

/** Which fast paths are taken. */
export type FastPaths = Readonly<Record<FastPath, boolean>>;

/** All of them at once, or each by itself; those that are not named are on. */
export type FastOption = boolean | Partial<FastPaths>;

/** Every fast path. */
export const ALL_FAST: FastPaths = {
  schemaCopy: true,
  ordinarySchema: true,
  plainParts: true,
  defaultLayout: true,
  frameTemplates: true,
  bodyCache: true,
  templates: true,
};
