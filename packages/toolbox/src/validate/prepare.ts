import type { Schema } from "@cfworker/json-schema";
import { isObject, type Json, type JsonObject } from "@toolglot/core";
import { Budget, BudgetExceededError } from "./budget.ts";
import { hasShape, type KeywordShape, shapeOf } from "./keywords.ts";
import { intersect, mapValues, metered, type SchemaNode, setKey } from "./node.ts";
import { PatternMatcher } from "./patterns.ts";
import { type ValueFacts, valueFacts } from "./value-facts.ts";

/**
 * Makes a schema ready for one value: a copy with well-formed keywords alone, which says the same of this value without
 * a single regular expression, and counts how often it is looked at.
 */
export class SchemaPreparer {
  /** What is not held against the value, and why. */
  readonly notes: Set<string> = new Set();
  /** The patterns that lists of texts stand for. */
  readonly patterns: WeakMap<object, string> = new WeakMap();
  private readonly facts: ValueFacts;
  private readonly matcher = new PatternMatcher();
  private readonly budget = new Budget(MAX_STEPS);

  constructor(facts: ValueFacts) {
    this.facts = facts;
  }

  schema(schema: Json, depth: number = 0): Schema | boolean {
    if (depth > MAX_DEPTH) throw new BudgetExceededError();
    this.budget.spend(1);
    if (!isObject(schema)) return schema !== false;
    const node: SchemaNode = {};
    for (const [keyword, value] of Object.entries(asStatic(schema))) this.keyword(node, keyword, value, depth + 1);
    if (isObject(schema.patternProperties)) this.patternProperties(node, schema.patternProperties, depth + 1);
    if (node.uniqueItems === true && !this.facts.isComparable) this.skipKeyword(node, "uniqueItems");
    const prepared = metered(node, this.budget);
    return schema.pattern === undefined ? prepared : intersect(prepared, this.pattern(schema.pattern));
  }

  private keyword(node: SchemaNode, keyword: string, value: Json, depth: number): void {
    const shape = shapeOf(keyword);
    if (shape === "annotation" || PATTERN_KEYWORDS.has(keyword)) return;
    // References may lead into what is no keyword: "#/components/schemas/Pet".
    if (shape === undefined) {
      if (isObject(value)) setKey(node, keyword, this.schema(value, depth));
    } else if (hasShape(shape, value)) setKey(node, keyword, this.prepareValue(shape, value, depth));
    else this.notes.add(`${JSON.stringify(keyword)} is not checked: it is malformed`);
  }

  private prepareValue(shape: KeywordShape, value: Json, depth: number): unknown {
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
        return valueFacts(value).value;
    }
  }

  // Of the texts in the value, these and no others: that is all that the pattern can say here.
  private pattern(pattern: Json): Schema | boolean {
    const found = this.matches(pattern, [...this.facts.strings, ...this.facts.keys]);
    if (found === undefined) return true;
    const allowed = metered({ enum: found }, this.budget);
    this.patterns.set(allowed, String(pattern));
    return metered({ if: { type: "string" }, then: allowed }, this.budget);
  }

  private patternProperties(node: SchemaNode, patterns: JsonObject, depth: number): void {
    const properties = { ...(node.properties as Record<string, Schema | boolean> | undefined) };
    for (const pattern of Object.keys(patterns)) {
      const keys = this.matches(pattern, this.facts.keys);
      // Any property could be one of these.
      if (keys === undefined) for (const rest of REST_KEYWORDS) delete node[rest];
      for (const key of keys ?? []) {
        const also = this.schema(patterns[pattern] ?? null, depth);
        setKey(properties, key, intersect(Object.hasOwn(properties, key) ? (properties[key] ?? true) : true, also));
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

  private skipKeyword(node: SchemaNode, keyword: string): void {
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

const MAX_STEPS = 500_000;
const MAX_DEPTH = 300;
// Looked after one by one, and never given to the validator.
const PATTERN_KEYWORDS: ReadonlySet<string> = new Set(["pattern", "patternProperties"]);
const REST_KEYWORDS = ["additionalProperties", "unevaluatedProperties"];
