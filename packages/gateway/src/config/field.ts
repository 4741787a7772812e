import { nearest } from "@toolglot/core/base";
import type { Environment } from "../providers/environment.ts";
import { expand, hasVariable } from "./expand.ts";
import type { ConfigSource, Path } from "./source.ts";
import { bytes, milliseconds } from "./units.ts";

/** What a config is read with, besides its text. */
export interface ConfigContext {
  readonly env: Environment;
  /** The text of a file that the config refers to. */
  readonly readFile?: (path: string) => string;
  /** Resolves a path in the config; relative paths start at its folder. */
  readonly resolvePath?: (path: string) => string;
  /** Called with warnings. */
  readonly warn?: (warning: string) => void;
  /** Whether users other than its owner can read the config. */
  readonly readableByOthers?: boolean;
  /** Whether the config was chosen by the user, and not found in a folder that may be somebody else's; by default it was. */
  readonly trusted?: boolean;
}

/** One value of a config. Its problems are collected with their positions, and reading continues. */
export class Field {
  readonly value: unknown;
  readonly path: Path;
  private readonly source: ConfigSource;
  private readonly context: ConfigContext;

  constructor(value: unknown, path: Path, source: ConfigSource, context: ConfigContext) {
    this.value = value;
    this.path = path;
    this.source = source;
    this.context = context;
  }

  get env(): Environment {
    return this.context.env;
  }

  /** Whether the config does not have it. */
  get absent(): boolean {
    return this.value === undefined;
  }

  fail(message: string, fix: string): undefined {
    this.source.fail(this.path, { message: `${this.title} ${message}`, fix });
    return undefined;
  }

  /** Adds a problem that is solved by setting an environment variable. */
  failUnset(message: string, fix: string): undefined {
    this.source.fail(this.path, { message: `${this.title} ${message}`, fix, isUnset: true });
    return undefined;
  }

  /** Whether the config may run programs. */
  get isTrusted(): boolean {
    return this.context.trusted !== false;
  }

  /** Adds a warning. */
  warn(message: string, fix: string): void {
    this.context.warn?.(`${this.source.place(this.path)}: ${this.title} ${message}; ${fix}`);
  }

  /** The fields of an object; others are reported as unknown. */
  object<Name extends string>(names: readonly Name[]): Record<Name, Field> | undefined {
    const entries = this.map(
      `an object with fields such as ${names
        .filter((name) => !name.startsWith("$"))
        .slice(0, 3)
        .join(", ")}`,
    );
    if (entries === undefined) return undefined;
    for (const [key, field] of entries) if (!names.includes(key as Name)) field.unknownKey(key, names);
    return Object.fromEntries(names.map((name) => [name, entries.get(name) ?? this.child(name, undefined)])) as Record<
      Name,
      Field
    >;
  }

  /** The fields of an object with any keys. */
  map(what: string = "an object"): Map<string, Field> | undefined {
    if (!(this.value instanceof Map)) return this.expected(what);
    return new Map([...this.value].map(([key, value]) => [String(key), this.child(String(key), value)]));
  }

  list(): Field[] | undefined {
    if (!Array.isArray(this.value)) return this.expected("a list");
    return this.value.map((value, index) => this.child(index, value));
  }

  /** A text, with environment variables expanded. */
  text(): string | undefined {
    if (typeof this.value !== "string") return this.expected("a text");
    const text = this.expanded(this.value);
    return text === "" ? this.fail("is empty", "set a value, or leave it out") : text;
  }

  /** A text that may be in a file, as `file:PATH`. */
  secret(): string | undefined {
    const text = this.text();
    const path = text?.startsWith("file:") ? text.slice("file:".length) : undefined;
    return path === undefined ? text : this.fileText(path);
  }

  /** The path of a file, relative to the config's folder. */
  filePath(): string | undefined {
    const path = this.text();
    const { resolvePath = (plain: string) => plain } = this.context;
    return path === undefined ? undefined : resolvePath(path);
  }

  /** A secret; warns if it is in a config that others can read. */
  key(): string | undefined {
    const literal = typeof this.value === "string" && !hasVariable(this.value) && !this.value.startsWith("file:");
    if (literal && this.context.readableByOthers)
      this.warn(
        "is a key in a file that others may read",
        `write ${VARIABLE} or file:PATH instead, or let nobody else read the file (chmod 600)`,
      );
    return this.secret();
  }

  choice<Word extends string>(values: readonly Word[]): Word | undefined {
    const text = this.text();
    if (text === undefined) return undefined;
    return values.find((word) => word === text) ?? this.unknownWord(text, values);
  }

  /** Reports a value that is not one of the known ones. */
  unknownWord(word: string, known: readonly string[]): undefined {
    const near = nearest(word, known);
    const fix = near === undefined ? `use one of ${known.join(", ")}` : `did you mean ${near}?`;
    return this.fail(`is ${shown(word)}, which is not known`, fix);
  }

  boolean(): boolean | undefined {
    const isText = typeof this.value === "string" && hasVariable(this.value);
    const value = isText ? BOOLEANS.get(this.text() ?? "") : this.value;
    return typeof value === "boolean" ? value : this.expected("true or false");
  }

  integer(least: number, most: number = Number.MAX_SAFE_INTEGER): number | undefined {
    const value = this.scalar();
    if (typeof value === "number" && Number.isSafeInteger(value) && value >= least && value <= most) return value;
    const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
    return value === undefined ? undefined : this.expected(`a whole number ${range}`);
  }

  /** A word, or a whole number. */
  wordOrInteger<Word extends string>(word: Word, least: number, most: number): Word | number | undefined {
    const value = this.scalar();
    if (value === undefined) return undefined;
    if (value === word) return word;
    const isInteger = typeof value === "number" && Number.isSafeInteger(value) && value >= least && value <= most;
    return isInteger ? value : this.expected(`${word}, or a whole number from ${least} to ${most}`);
  }

  positiveNumber(): number | undefined {
    const value = this.number();
    return value !== undefined && value > 0 ? value : this.expected("a number above 0");
  }

  nonNegativeNumber(): number | undefined {
    const value = this.number();
    return value !== undefined && value >= 0 ? value : this.expected("a number of at least 0");
  }

  private number(): number | undefined {
    const value = typeof this.value === "string" && hasVariable(this.value) ? Number(this.text()) : this.value;
    return typeof value === "number" && Number.isFinite(value) ? value : undefined;
  }

  duration(): number | undefined {
    return this.measure(milliseconds, "a time: milliseconds, or a text like 500ms, 10s, 2m");
  }

  size(least: number): number | undefined {
    const size = this.measure(bytes, "a size: bytes, or a text like 64KiB, 32MiB");
    return size === undefined || size >= least ? size : this.fail(`is ${size}`, `it must be at least ${least}`);
  }

  private measure(read: (value: string | number) => number | undefined, what: string): number | undefined {
    const value = typeof this.value === "string" ? this.text() : this.value;
    if (value === undefined) return undefined;
    const measured = typeof value === "string" || typeof value === "number" ? read(value) : undefined;
    return measured ?? this.expected(what);
  }

  // A number from the environment is a text.
  private scalar(): unknown {
    if (typeof this.value !== "string" || !hasVariable(this.value)) return this.value;
    const text = this.text();
    return text !== undefined && /^\d+$/.test(text) ? Number(text) : text;
  }

  private expanded(text: string): string | undefined {
    const { value, missing, malformed } = expand(text, this.context.env);
    for (const name of missing)
      this.failUnset(
        `needs the environment variable ${name}, which is not set`,
        `set it, or write \${${name}:-default}`,
      );
    for (const piece of malformed)
      this.fail(
        `has ${shown(piece)}, which names no variable`,
        `write ${VARIABLE} or \${NAME:-default}, or $\${ for \${ itself`,
      );
    return missing.length + malformed.length > 0 ? undefined : value;
  }

  private fileText(path: string): string | undefined {
    const { readFile } = this.context;
    if (readFile === undefined) return this.fail("refers to a file", `there are no files here: use ${VARIABLE}`);
    try {
      const text = readFile(path).trim();
      return text === "" ? this.fail(`refers to ${path}, which is empty`, "put the key into that file") : text;
    } catch (error) {
      const { code, message } = error as { readonly code?: string; readonly message?: string };
      return code === "ENOENT"
        ? this.fail(`refers to ${path}, and there is no such file`, "create it beside the config, or name another")
        : this.fail(`refers to ${path}, which cannot be read`, message ?? String(error));
    }
  }

  private child(key: string | number, value: unknown): Field {
    return new Field(value, [...this.path, key], this.source, this.context);
  }

  private unknownKey(key: string, names: readonly string[]): void {
    const near = nearest(key, names);
    const fix = near === undefined ? `known here: ${names.join(", ")}` : `did you mean ${near}?`;
    this.source.fail(this.path, { message: `${shown(key)} is not known here`, fix, part: "key" });
  }

  private expected(what: string): undefined {
    return this.fail(`is ${kindOf(this.value)}`, `it must be ${what}`);
  }

  private get title(): string {
    return this.path.length === 0 ? "the config" : this.path.join(".");
  }
}

/** How a variable is written. */
const VARIABLE: string = `\${NAME}`;

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
]);

/** A value for a message, truncated. */
export function shown(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

// The kind of a value, never the value itself: it may be a misplaced secret.
function kindOf(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "empty";
  if (value instanceof Map) return "an object";
  if (Array.isArray(value)) return "a list";
  return `a ${typeof value === "string" ? "text" : typeof value} that does not fit`;
}
