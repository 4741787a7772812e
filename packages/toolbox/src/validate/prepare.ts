import type { Schema } from "@cfworker/json-schema";
import { isObject, type Json, type JsonObject } from "@toolglot/core";
import { BudgetExceededError, ValidationBudget } from "./budget.ts";
import { hasShape, type KeywordShape, shapeOf } from "./keywords.ts";
import { intersect, mapValues, metered, setKey, type ValidatorSchema } from "./node.ts";
import { PatternMatcher } from "./patterns.ts";
import { type ValueFacts, valueFacts } from "./value-facts.ts";

/**
 * Prepares a schema for one value: a copy with well-formed keywords only, without regular expressions, equivalent for
 * this value, and metered.
 */
export class SchemaPreparer {
  /** What is not checked, and why. */
  readonly notes: Set<string> = new Set();
  /** The patterns that were replaced by an `enum`. */
  readonly patterns: WeakMap<object, string> = new WeakMap();
  private readonly facts: ValueFacts;
  private readonly matcher = new PatternMatcher();
  private readonly budget = new ValidationBudget(MAX_STEPS);

  constructor(facts: ValueFacts) {
    this.facts = facts;
  }

  schema(schema: Json, depth: number = 0): Schema | boolean {
    if (depth > MAX_DEPTH) throw new BudgetExceededError();
    this.budget.spend(1);
    if (!isObject(schema)) return schema !== false;
    const node: ValidatorSchema = {};
    for (const [keyword, value] of Object.entries(asStatic(schema))) this.keyword(node, keyword, value, depth + 1);
    if (isObject(schema.patternProperties)) this.patternProperties(node, schema.patternProperties, depth + 1);
    if (node.uniqueItems === true && !this.facts.isComparable) this.skipKeyword(node, "uniqueItems");
    const prepared = metered(node, this.budget);
    return schema.pattern === undefined ? prepared : intersect(prepared, this.pattern(schema.pattern));
  }

  private keyword(node: ValidatorSchema, keyword: string, value: Json, depth: number): void {
    const shape = shapeOf(keyword);
    if (shape === "annotation" || PATTERN_KEYWORDS.has(keyword)) return;
    // References may point into unknown keywords: "#/components/schemas/Pet".
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

  // A pattern is equivalent to the enum of those strings of the value that match it.
  private pattern(pattern: Json): Schema | boolean {
    const found = this.matches(pattern, [...this.facts.strings, ...this.facts.keys]);
    if (found === undefined) return true;
    const allowed = metered({ enum: found }, this.budget);
    this.patterns.set(allowed, String(pattern));
    return metered({ if: { type: "string" }, then: allowed }, this.budget);
  }

  private patternProperties(node: ValidatorSchema, patterns: JsonObject, depth: number): void {
    const properties = { ...(node.properties as Record<string, Schema | boolean> | undefined) };
    for (const pattern of Object.keys(patterns)) {
      const keys = this.matches(pattern, this.facts.keys);
      // Any property might match the pattern.
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

  private skipKeyword(node: ValidatorSchema, keyword: string): void {
    delete node[keyword];
    this.notes.add(`${JSON.stringify(keyword)} is not checked: the value is too large`);
  }
}

// Dynamic references are plain ones here, because no schema is embedded in another.
function asStatic(schema: JsonObject): JsonObject {
  const { $recursiveRef, $dynamicRef, $dynamicAnchor, ...rest } = schema;
  const $ref = rest.$ref ?? $dynamicRef ?? $recursiveRef;
  const $anchor = rest.$anchor ?? $dynamicAnchor;
  return { ...rest, ...($ref === undefined ? {} : { $ref }), ...($anchor === undefined ? {} : { $anchor }) };
}

const MAX_STEPS = 500_000;
const MAX_DEPTH = 300;
// Replaced by equivalents, and never passed to the validator.
const PATTERN_KEYWORDS: ReadonlySet<string> = new Set(["pattern", "patternProperties"]);
const REST_KEYWORDS = ["additionalProperties", "unevaluatedProperties"];
