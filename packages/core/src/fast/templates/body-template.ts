// The fast path `templates`: making a template from two translations. See `repeated-translation.ts` for the whole.

import { hashText } from "../../identity/hash.ts";
import { stringifyJson } from "../../json/stringify.ts";
import { isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { findSum } from "./count-signs.ts";
import type { Filled } from "./filled.ts";
import { plainArguments, prefixLength } from "./free-classes.ts";
import { PROBE } from "./probe-values.ts";
import { ConstantNode, ListNode, ObjectNode, type TemplateNode, ValueTemplate } from "./template-nodes.ts";
import type { FreeValue } from "./template-shape.ts";
import { ArgumentsNode, HashNode, JoinedNode, SumNode, TextNode, TimeNode } from "./value-nodes.ts";

/** The result of a translation, and the values of its source. */
export interface Translated {
  readonly result: unknown;
  readonly values: readonly FreeValue[];
}

/**
 * Makes a template of what two bodies of one shape were translated to; `undefined` where it is not made of their values. The
 * values of the one are such that they occur nowhere by accident.
 */
export function templateOf(one: Translated, other: Translated): ValueTemplate | undefined {
  const node = new Compiler(one.values, other.values).node(one.result, other.result);
  return node && new ValueTemplate(node);
}

function filledWith(values: readonly FreeValue[]): Filled {
  return {
    values: values.map(({ kind, value }) =>
      kind === "arguments" ? { value, parsed: plainArguments(value) ?? {} } : value,
    ),
    counts: values.flatMap(({ kind, value }) => (kind === "count" ? [value as number] : [])),
    unescaped: 0,
  };
}

/** Compares two results place by place: where they differ, the difference is that of the values. */
class Compiler {
  private readonly values: readonly FreeValue[];
  private readonly one: Filled;
  private readonly other: Filled;
  private readonly texts: readonly FreeText[];
  private readonly descriptions: readonly FreeText[];
  private readonly hashes: { readonly hash: string; readonly node: TemplateNode }[] = [];

  constructor(one: readonly FreeValue[], other: readonly FreeValue[]) {
    this.values = one;
    this.one = filledWith(one);
    this.other = filledWith(other);
    this.texts = one.flatMap((free, index) =>
      free.kind === "text" || free.kind === "id" ? freeTexts(free, index) : [],
    );
    this.descriptions = one.flatMap((free, index) => (free.kind === "description" ? freeTexts(free, index) : []));
  }

  node(one: unknown, other: unknown): TemplateNode | undefined {
    const found = this.find(one);
    const node = found ?? this.plain(one, other);
    return node !== undefined && found !== undefined && !isSame(found.build(this.other), other) ? undefined : node;
  }

  /** The node of a value that a value of the source stands in. */
  private find(one: unknown): TemplateNode | undefined {
    if (typeof one === "string") return this.textArguments(one) ?? this.joined(one) ?? this.hashed(one);
    if (typeof one === "number") return this.copied(one);
    return isObject(one) ? this.objectArguments(one) : undefined;
  }

  private plain(one: unknown, other: unknown): TemplateNode | undefined {
    if (one === other) return new ConstantNode(one);
    if (typeof one === "number" && typeof other === "number") return this.sum(one, other);
    if (Array.isArray(one) && Array.isArray(other)) return this.list(one, other);
    if (isObject(one) && isObject(other)) return this.object(one, other);
    return undefined;
  }

  private list(one: readonly unknown[], other: readonly unknown[]): TemplateNode | undefined {
    if (one.length !== other.length) return undefined;
    const nodes = one.map((item, index) => this.node(item, other[index]));
    return nodes.includes(undefined) ? undefined : new ListNode(nodes as TemplateNode[]);
  }

  private object(one: JsonObject, other: JsonObject): TemplateNode | undefined {
    const keys = Object.keys(one);
    if (keys.includes("__proto__") || keys.join("\n") !== Object.keys(other).join("\n")) return undefined;
    const nodes = keys.map((key) => this.node(one[key], other[key]));
    if (nodes.includes(undefined)) return undefined;
    const dynamic = keys.flatMap((key, index) =>
      nodes[index] instanceof ConstantNode ? [] : [{ key, node: nodes[index] as TemplateNode }],
    );
    return new ObjectNode(
      one,
      dynamic.map(({ key }) => key),
      dynamic.map(({ node }) => node),
    );
  }

  private copied(one: number): TemplateNode | undefined {
    const index = this.values.findIndex(({ kind, value }) => kind === "time" && value === one);
    return index < 0 ? undefined : new TimeNode(index);
  }

  private sum(one: number, other: number): TemplateNode | undefined {
    const coefficients = findSum({ counts: this.one.counts, sum: one }, { counts: this.other.counts, sum: other });
    return coefficients && new SumNode(coefficients);
  }

  private joined(text: string): TemplateNode | undefined {
    const found = this.allIn(text);
    const [first] = found;
    if (first === undefined || this.joinsDescriptions(found)) return undefined;
    const pieces = found.map(({ index, skip, end }, place) => ({
      index,
      skip,
      after: text.slice(end, found[place + 1]?.at),
    }));
    const isWhole = first.at === 0 && first.end === text.length && first.skip === 0;
    const node = isWhole ? new TextNode(first.index) : new JoinedNode(text.slice(0, first.at), pieces);
    if (!this.isDescription(first)) this.hashes.push({ hash: hashText(text), node });
    return node;
  }

  // How they are joined depends on what they are: one that stands in the other is left out.
  private joinsDescriptions(found: readonly FoundText[]): boolean {
    return found.length > 1 && found.some((each) => this.isDescription(each));
  }

  private isDescription({ index }: FreeText): boolean {
    return this.values[index]?.kind === "description";
  }

  private allIn(text: string): FoundText[] {
    const found: FoundText[] = [];
    for (let next = this.firstIn(text, 0); next !== undefined; next = this.firstIn(text, next.end)) found.push(next);
    return found;
  }

  private firstIn(text: string, from: number): FoundText | undefined {
    let first: FoundText | undefined;
    // There may be hundreds of descriptions, and thousands of texts without any.
    const isDescribed = text.includes(PROBE, from);
    for (const each of isDescribed ? [...this.texts, ...this.descriptions] : this.texts) {
      const at = text.indexOf(each.text, from);
      if (at >= 0 && (first === undefined || at < first.at)) first = { ...each, at, end: at + each.text.length };
    }
    return first;
  }

  private hashed(text: string): TemplateNode | undefined {
    const found = this.hashes.find(({ hash }) => text.includes(hash));
    if (found === undefined) return undefined;
    const at = text.indexOf(found.hash);
    return new HashNode(found.node, text.slice(0, at), text.slice(at + found.hash.length));
  }

  private textArguments(text: string): TemplateNode | undefined {
    const index = this.argumentsIn(text);
    return index < 0 ? undefined : new ArgumentsNode(index, true);
  }

  private objectArguments(value: JsonObject): TemplateNode | undefined {
    const [key = "", ...others] = Object.keys(value);
    // All that is made up for arguments is a flag.
    if (others.length > 0 || value[key] !== true) return undefined;
    const index = this.argumentsIn(JSON.stringify(value));
    return index < 0 ? undefined : new ArgumentsNode(index, false);
  }

  private argumentsIn(text: string): number {
    return this.values.findIndex(
      ({ kind, value }) => kind === "arguments" && (typeof value === "string" ? value : JSON.stringify(value)) === text,
    );
  }
}

/** A text of the source, or what follows its prefix. */
interface FreeText {
  readonly index: number;
  readonly skip: number;
  readonly text: string;
}

interface FoundText extends FreeText {
  readonly at: number;
  readonly end: number;
}

// Ids have other prefixes in other dialects.
function freeTexts({ kind, value }: FreeValue, index: number): FreeText[] {
  if (typeof value !== "string") return [];
  const skip = kind === "id" ? prefixLength(value) : 0;
  const whole = { index, skip: 0, text: value };
  return skip === 0 ? [whole] : [whole, { index, skip, text: value.slice(skip) }];
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || stringifyJson(one as Json) === stringifyJson(other as Json);
}
