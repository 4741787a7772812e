// The fast path `templates`: the nodes of a template, each of which builds a part of the translated body.

import { hashText } from "../../identity/hash.ts";
import { stringifyJson } from "../../json/stringify.ts";
import { joined } from "../../json/stringify-plain.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { sumOf } from "./count-signs.ts";

/** The arguments of a call, as they came and as an object. */
export interface FreeArguments {
  readonly value: Json;
  readonly parsed: JsonObject;
  /** As JSON text, once somebody has asked for it. */
  text?: string;
}

/** The values that a template is filled with. */
export interface Filled {
  readonly values: readonly (Json | FreeArguments)[];
  /** Those of the values that are counts. */
  readonly counts: readonly number[];
  /** So many of the first values have nothing that JSON escapes. */
  readonly unescaped: number;
}

/** What a translated value is built from. */
export interface TemplateNode {
  build(filled: Filled): unknown;
  /** The JSON text of what `build` builds. */
  write(filled: Filled): string;
}

/** What is the same in all translations. */
export class ConstantNode implements TemplateNode {
  private readonly value: unknown;
  /** Made for the first text. */
  private text: string | undefined;

  constructor(value: unknown) {
    this.value = value;
  }

  build(): unknown {
    return this.value;
  }

  write(): string {
    this.text ??= stringifyJson(this.value as Json);
    return this.text;
  }
}

/** An object: a copy of a pattern, which keeps the order of its keys, with other values for some of them. */
export class ObjectNode implements TemplateNode {
  private readonly pattern: Readonly<Record<string, unknown>>;
  private readonly keys: readonly string[];
  private readonly nodes: readonly TemplateNode[];
  /** Made for the first text. */
  private texts: readonly string[] | undefined;

  constructor(pattern: Readonly<Record<string, unknown>>, keys: readonly string[], nodes: readonly TemplateNode[]) {
    this.pattern = pattern;
    this.keys = keys;
    this.nodes = nodes;
  }

  build(filled: Filled): unknown {
    const { keys, nodes } = this;
    const copy: Record<string, unknown> = { ...this.pattern };
    for (let index = 0; index < keys.length; index++)
      copy[keys[index] as string] = (nodes[index] as TemplateNode).build(filled);
    return copy;
  }

  write(filled: Filled): string {
    const { nodes } = this;
    this.texts ??= textsAround(this.pattern, this.keys);
    let text = "";
    for (let index = 0; index < nodes.length; index++)
      text += (this.texts[index] as string) + (nodes[index] as TemplateNode).write(filled);
    return text + (this.texts[nodes.length] as string);
  }
}

/** The JSON texts before, between and after the values of some keys of an object. */
function textsAround(pattern: Readonly<Record<string, unknown>>, keys: readonly string[]): readonly string[] {
  const texts: string[] = [];
  let text = "{";
  let comma = "";
  for (const [key, value] of Object.entries(pattern)) {
    text += `${comma}${JSON.stringify(key)}:`;
    comma = ",";
    if (!keys.includes(key)) text += stringifyJson(value as Json);
    else {
      texts.push(text);
      text = "";
    }
  }
  return [...texts, `${text}}`];
}

/** A list. */
export class ListNode implements TemplateNode {
  private readonly nodes: readonly TemplateNode[];

  constructor(nodes: readonly TemplateNode[]) {
    this.nodes = nodes;
  }

  build(filled: Filled): unknown {
    const { nodes } = this;
    const list: unknown[] = [];
    for (let index = 0; index < nodes.length; index++) list.push((nodes[index] as TemplateNode).build(filled));
    return list;
  }

  write(filled: Filled): string {
    const { nodes } = this;
    let text = "[";
    for (let index = 0; index < nodes.length; index++)
      text += (index === 0 ? "" : ",") + (nodes[index] as TemplateNode).write(filled);
    return `${text}]`;
  }
}

/** A value as it is. */
export class CopyNode implements TemplateNode {
  private readonly index: number;

  constructor(index: number) {
    this.index = index;
  }

  build({ values }: Filled): unknown {
    return values[this.index];
  }

  write({ values, unescaped }: Filled): string {
    const value = values[this.index] as Json;
    return typeof value === "string" && this.index < unescaped ? `"${value}"` : joined(value);
  }
}

/** A value in a text, without its prefix where the text has another one, and what follows it. */
export interface JoinedPiece {
  readonly index: number;
  readonly skip: number;
  readonly after: string;
}

/** A text that values stand in. */
export class JoinedNode implements TemplateNode {
  private readonly before: string;
  private readonly pieces: readonly JoinedPiece[];

  constructor(before: string, pieces: readonly JoinedPiece[]) {
    this.before = before;
    this.pieces = pieces;
  }

  build({ values }: Filled): string {
    let text = this.before;
    for (const { index, skip, after } of this.pieces) text += String(values[index]).slice(skip) + after;
    return text;
  }

  write(filled: Filled): string {
    return joined(this.build(filled));
  }
}

/** A text that the hash of another one stands in. */
export class HashNode implements TemplateNode {
  private readonly hashed: TemplateNode;
  private readonly before: string;
  private readonly after: string;

  constructor(hashed: TemplateNode, before: string, after: string) {
    this.hashed = hashed;
    this.before = before;
    this.after = after;
  }

  build(filled: Filled): string {
    return this.before + hashText(String(this.hashed.build(filled))) + this.after;
  }

  write(filled: Filled): string {
    return joined(this.build(filled));
  }
}

/** A sum of counts. */
export class SumNode implements TemplateNode {
  private readonly coefficients: readonly number[];

  constructor(coefficients: readonly number[]) {
    this.coefficients = coefficients;
  }

  build({ counts }: Filled): number {
    return sumOf(this.coefficients, counts);
  }

  write(filled: Filled): string {
    return joined(this.build(filled));
  }
}

/** The arguments of a call as an object, or as JSON text. */
export class ArgumentsNode implements TemplateNode {
  private readonly index: number;
  private readonly isText: boolean;

  constructor(index: number, isText: boolean) {
    this.index = index;
    this.isText = isText;
  }

  build({ values }: Filled): unknown {
    const args = values[this.index] as FreeArguments;
    if (!this.isText) return args.parsed;
    args.text ??= typeof args.value === "string" ? args.value : stringifyJson(args.value);
    return args.text;
  }

  write(filled: Filled): string {
    return stringifyJson(this.build(filled) as Json);
  }
}
