import type { Schema } from "@cfworker/json-schema";
import { isObject, type Json, type JsonObject } from "@toolglot/core";
import { Budget, TooMuchWork } from "./budget.ts";
import { type Facts, factsOf } from "./facts.ts";
import { hasShape, type Shape, shapeOf } from "./keywords.ts";
import { both, counted, mapValues, type Node, setKey } from "./node.ts";
import { Patterns } from "./patterns.ts";

/**
 * Makes a schema ready for one value: a copy with well-formed keywords alone, which says the same of this value without
 * a single regular expression, and counts how often it is looked at.
 */
export class Preparation {
  /** What is not held against the value, and why. */
  readonly notes: Set<string> = new Set();
  /** The patterns that lists of texts stand for. */
  readonly patterns: WeakMap<object, string> = new WeakMap();
  private readonly facts: Facts;
  private readonly matcher = new Patterns();
  private readonly budget = new Budget(MOST_STEPS);

  constructor(facts: Facts) {
    this.facts = facts;
  }

  schema(schema: Json, depth: number = 0): Schema | boolean {
    if (depth > DEEPEST) throw new TooMuchWork();
    this.budget.spend(1);
    if (!isObject(schema)) return schema !== false;
    const node: Node = {};
    for (const [keyword, value] of Object.entries(asStatic(schema))) this.keyword(node, keyword, value, depth + 1);
    if (isObject(schema.patternProperties)) this.patternProperties(node, schema.patternProperties, depth + 1);
    if (node.uniqueItems === true && !this.facts.isComparable) this.leaveOut(node, "uniqueItems");
    const prepared = counted(node, this.budget);
    return schema.pattern === undefined ? prepared : both(prepared, this.pattern(schema.pattern));
  }

  private keyword(node: Node, keyword: string, value: Json, depth: number): void {
    const shape = shapeOf(keyword);
    if (shape === "annotation" || PATTERNED.has(keyword)) return;
    // References may lead into what is no keyword: "#/components/schemas/Pet".
    if (shape === undefined) {
      if (isObject(value)) setKey(node, keyword, this.schema(value, depth));
    } else if (hasShape(shape, value)) setKey(node, keyword, this.held(shape, value, depth));
    else this.notes.add(`${JSON.stringify(keyword)} is not checked: it is malformed`);
  }

  private held(shape: Shape, value: Json, depth: number): unknown {
    const each = (one: Json) => this.schema(one, depth);
    switch (shape) {
      case "schema":
        return each(value);
      case "schema-list":
      case "schema-or-list":
        return Array.isArray(value) ? value.map(each) : each(value);
      case "schema-map":
        return mapValues(value as JsonObject, each);
      case "dependencies":
        return mapValues(value as JsonObject, (one) => (Array.isArray(one) ? one : each(one)));
      default:
        return factsOf(value).value;
    }
  }

  // Of the texts in the value, these and no others: that is all that the pattern can say here.
  private pattern(pattern: Json): Schema | boolean {
    const found = this.matches(pattern, [...this.facts.strings, ...this.facts.keys]);
    if (found === undefined) return true;
    const allowed = counted({ enum: found }, this.budget);
    this.patterns.set(allowed, String(pattern));
    return counted({ if: { type: "string" }, then: allowed }, this.budget);
  }

  private patternProperties(node: Node, patterns: JsonObject, depth: number): void {
    const properties = { ...(node.properties as Record<string, Schema | boolean> | undefined) };
    for (const pattern of Object.keys(patterns)) {
      const keys = this.matches(pattern, this.facts.keys);
      // Any property could be one of these.
      if (keys === undefined) for (const rest of RESTS) delete node[rest];
      for (const key of keys ?? []) {
        const also = this.schema(patterns[pattern] ?? null, depth);
        setKey(properties, key, both(Object.hasOwn(properties, key) ? (properties[key] ?? true) : true, also));
      }
    }
    node.properties = properties;
  }

  private matches(pattern: Json, texts: Iterable<string>): string[] | undefined {
    const result = typeof pattern === "string" ? this.matcher.matching(pattern, texts) : { reason: "it is malformed" };
    if ("found" in result) return result.found;
    this.notes.add(`the pattern ${JSON.stringify(pattern)} is not checked: ${result.reason}`);
    return undefined;
  }

  private leaveOut(node: Node, keyword: string): void {
    delete node[keyword];
    this.notes.add(`${JSON.stringify(keyword)} is not checked: the value is too large`);
  }
}

// References that other schemas may bend mean the plain ones here: no schema has others around it.
function asStatic(schema: JsonObject): JsonObject {
  const { $recursiveRef, $dynamicRef, $dynamicAnchor, ...rest } = schema;
  const $ref = rest.$ref ?? $dynamicRef ?? $recursiveRef;
  const $anchor = rest.$anchor ?? $dynamicAnchor;
  return { ...rest, ...($ref === undefined ? {} : { $ref }), ...($anchor === undefined ? {} : { $anchor }) };
}

const MOST_STEPS = 500_000;
const DEEPEST = 300;
// Looked after one by one, and never given to the validator.
const PATTERNED: ReadonlySet<string> = new Set(["pattern", "patternProperties"]);
const RESTS = ["additionalProperties", "unevaluatedProperties"];
