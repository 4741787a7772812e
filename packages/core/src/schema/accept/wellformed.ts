import { isArray, isObject, kindOf } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import { keywords } from "../keywords/index.ts";
import { isNumber, type ValueForm } from "../keywords/value-forms.ts";
import type { Findings } from "./findings.ts";
import type { Rule } from "./rule.ts";
import type { SchemaNode } from "./tree.ts";

export {
  ARRAY,
  BOOLEAN,
  COUNT,
  isNumber,
  NUMBER,
  OBJECT,
  STRING,
  STRINGS,
  type ValueForm as Shape,
} from "../keywords/value-forms.ts";

/** The seven type names of JSON Schema. */
export const TYPE_NAMES: ReadonlySet<string> = new Set([
  ...["string", "number", "integer", "boolean", "object", "array", "null"],
]);

/** What draft 2020-12 demands of the values of its keywords. */
export const DRAFT_2020_12: Readonly<Record<string, ValueForm>> = Object.fromEntries(
  keywords.flatMap(({ name, form }) => (form === undefined ? [] : [[name, form]])),
);

/** What older drafts allow besides: lists of item schemas, and (draft 4) flags for exclusive bounds. */
export const ANY_DRAFT: Readonly<Record<string, ValueForm>> = {
  ...DRAFT_2020_12,
  items: { expected: "a schema or a list of schemas", holds: () => true },
  exclusiveMinimum: {
    expected: "a number or a boolean",
    holds: (value) => isNumber(value) || typeof value === "boolean",
  },
  exclusiveMaximum: {
    expected: "a number or a boolean",
    holds: (value) => isNumber(value) || typeof value === "boolean",
  },
};

export interface WellFormedOptions {
  readonly shapes?: Readonly<Record<string, ValueForm>>;
  /** Values that the target takes although the draft does not. */
  readonly tolerates?: (node: SchemaNode, keyword: string, value: Json) => boolean;
}

/** Every keyword has a value of the kind that it needs, and schemas stand where schemas belong. */
export function wellFormed({ shapes = DRAFT_2020_12, tolerates }: WellFormedOptions = {}): Rule {
  return (tree, findings) => {
    for (const node of tree.nodes) checkNode(node, { shapes, ...(tolerates && { tolerates }) }, findings);
    for (const { place, value } of tree.nonSchemas) {
      findings.error(place, "malformed-schema", `A schema must stand here, not ${kindOf(value)}; give it an object.`);
    }
  };
}

function checkNode(node: SchemaNode, options: WellFormedOptions, findings: Findings): void {
  for (const [keyword, value] of Object.entries(node.schema)) {
    const shape = shapeOf(options.shapes, keyword);
    if (shape === undefined || shape.holds(value) || options.tolerates?.(node, keyword, value)) continue;
    findings.error(
      node.place.at(keyword),
      "malformed-keyword",
      `'${keyword}' must be ${shape.expected}, not ${told(value)}.`,
    );
  }
}

function shapeOf(shapes: Readonly<Record<string, ValueForm>> | undefined, keyword: string): ValueForm | undefined {
  return shapes !== undefined && Object.hasOwn(shapes, keyword) ? shapes[keyword] : undefined;
}

function told(value: Json): string {
  if (typeof value === "string") return `"${value.slice(0, 40)}"`;
  return isObject(value) || isArray(value) ? `that ${kindOf(value)}` : String(value);
}
