import { JsonError, type JsonErrorCode } from "./error.ts";
import { isJsonNumber } from "./number.ts";
import { isPlainObject } from "./plain.ts";
import { escapePointer } from "./pointer.ts";

/** The options of the exact writer. */
export interface WriterOptions {
  readonly indent: string;
  readonly maxDepth: number;
}

/** Writes JSON with exact numbers, and reports exactly which value is not JSON. */
export function writeJson(value: unknown, options: WriterOptions): string {
  return new Writer(options).write(value, "");
}

class Writer {
  private readonly options: WriterOptions;
  private readonly colon: string;
  private readonly path: (string | number)[] = [];
  private readonly parents: object[] = [];

  constructor(options: WriterOptions) {
    this.options = options;
    this.colon = options.indent === "" ? ":" : ": ";
  }

  write(value: unknown, margin: string): string {
    if (typeof value === "number" && !Number.isFinite(value)) return this.refuse(String(value));
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean" || value === null) {
      return JSON.stringify(value);
    }
    if (typeof value !== "object") return this.refuse(value === undefined ? "undefined" : `a ${typeof value}`);
    return isJsonNumber(value) ? value.lexeme : this.container(value, margin);
  }

  private container(value: object, margin: string): string {
    this.open(value);
    const text = Array.isArray(value) ? this.array(value, margin) : this.object(value, margin);
    this.parents.pop();
    return text;
  }

  private open(value: object): void {
    if (this.parents.includes(value)) this.fail("circular", "the value contains itself");
    const { maxDepth } = this.options;
    if (this.parents.length >= maxDepth) this.fail("too_deep", `nested deeper than ${maxDepth} levels`);
    this.parents.push(value);
  }

  private array(array: readonly unknown[], margin: string): string {
    const inner = margin + this.options.indent;
    const members: string[] = [];
    for (const [index, item] of array.entries()) members.push(this.member(index, item, inner));
    return this.join("[]", margin, members);
  }

  private object(object: object, margin: string): string {
    if (!isPlainObject(object)) return this.refuse(`an instance of ${className(object)}`);
    const inner = margin + this.options.indent;
    const members: string[] = [];
    for (const key of Object.keys(object)) {
      members.push(JSON.stringify(key) + this.colon + this.member(key, object[key], inner));
    }
    return this.join("{}", margin, members);
  }

  private member(key: string | number, value: unknown, margin: string): string {
    this.path.push(key);
    const text = this.write(value, margin);
    this.path.pop();
    return text;
  }

  private join(brackets: string, margin: string, members: readonly string[]): string {
    const { indent } = this.options;
    if (members.length === 0) return brackets;
    if (indent === "") return brackets.charAt(0) + members.join(",") + brackets.charAt(1);
    const inner = `\n${margin}${indent}`;
    return `${brackets.charAt(0)}${inner}${members.join(`,${inner}`)}\n${margin}${brackets.charAt(1)}`;
  }

  private refuse(what: string): never {
    return this.fail("not_json", `${what} is not a JSON value`);
  }

  private fail(code: JsonErrorCode, problem: string): never {
    const pointer = this.path.map((key) => `/${escapePointer(String(key))}`).join("");
    throw new JsonError(code, `${problem} (at ${pointer === "" ? "the root" : pointer})`, { pointer });
  }
}

function className(object: object): string {
  const made: unknown = Reflect.get(Object.getPrototypeOf(object), "constructor");
  return typeof made === "function" ? made.name : "a class";
}
