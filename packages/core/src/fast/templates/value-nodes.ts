// The fast path `templates`: the nodes of a template that depend on the values of a body.

import { hashText } from "../../identity/hash.ts";
import { escaped } from "../../json/quote.ts";
import { stringifyJson } from "../../json/stringify.ts";
import type { Json } from "../../model/json.ts";
import { sumOf } from "./count-signs.ts";
import type { Filled, FreeArguments } from "./filled.ts";
import type { TemplateNode } from "./template-nodes.ts";
import type { TemplateText, WrittenValue } from "./template-text.ts";

/** A value of the body as it is. */
abstract class ValueNode {
  protected readonly index: number;

  constructor(index: number) {
    this.index = index;
  }

  build({ values }: Filled): unknown {
    return values[this.index];
  }
}

/** A text as it is. */
export class TextNode extends ValueNode implements TemplateNode, WrittenValue {
  addTo(pieces: TemplateText): void {
    addQuoted(pieces, this);
  }

  write({ values, unescaped }: Filled): string {
    const text = values[this.index] as string;
    return this.index < unescaped ? text : escaped(text);
  }
}

function addQuoted(pieces: TemplateText, text: WrittenValue): void {
  pieces.addText('"');
  pieces.addValue(text);
  pieces.addText('"');
}

/** A time as it is. */
export class TimeNode extends ValueNode implements TemplateNode, WrittenValue {
  addTo(pieces: TemplateText): void {
    pieces.addValue(this);
  }

  write({ values }: Filled): string {
    return String(values[this.index]);
  }
}

/** A value in a text, without its prefix where the text has another one, and what follows it. */
export interface JoinedPiece {
  readonly index: number;
  readonly skip: number;
  readonly after: string;
}

/** A text that values stand in. */
export class JoinedNode implements TemplateNode, WrittenValue {
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

  addTo(pieces: TemplateText): void {
    addQuoted(pieces, this);
  }

  write(filled: Filled): string {
    return escaped(this.build(filled));
  }
}

/** A text that the hash of another one stands in. */
export class HashNode implements TemplateNode, WrittenValue {
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

  addTo(pieces: TemplateText): void {
    addQuoted(pieces, this);
  }

  write(filled: Filled): string {
    return escaped(this.build(filled));
  }
}

/** A sum of counts. */
export class SumNode implements TemplateNode, WrittenValue {
  private readonly coefficients: readonly number[];

  constructor(coefficients: readonly number[]) {
    this.coefficients = coefficients;
  }

  build({ counts }: Filled): number {
    return sumOf(this.coefficients, counts);
  }

  addTo(pieces: TemplateText): void {
    pieces.addValue(this);
  }

  write(filled: Filled): string {
    return String(this.build(filled));
  }
}

/** The arguments of a call as an object, or as JSON text. */
export class ArgumentsNode implements TemplateNode, WrittenValue {
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

  addTo(pieces: TemplateText): void {
    pieces.addValue(this);
  }

  write(filled: Filled): string {
    return stringifyJson(this.build(filled) as Json);
  }
}
