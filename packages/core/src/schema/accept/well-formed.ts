import { isArray, isObject, kindOf } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import { keywords } from "../keywords/index.ts";
import { isNumber, type ValueForm } from "../keywords/value-forms.ts";
import type { ProblemCollector } from "./problems.ts";
import type { Rule } from "./rule.ts";
import type { SchemaNode } from "./tree.ts";

export {
  ARRAY_FORM,
  BOOLEAN_FORM,
  COUNT_FORM,
  isNumber,
  NUMBER_FORM,
  OBJECT_FORM,
  STRING_FORM,
  STRINGS_FORM,
  type ValueForm,
} from "../keywords/value-forms.ts";

/** The seven type names of JSON Schema. */
export const TYPE_NAMES: ReadonlySet<string> = new Set([
  ...["string", "number", "integer", "boolean", "object", "array", "null"],
]);

/** What draft 2020-12 requires of the values of its keywords. */
export const DRAFT_2020_12: Readonly<Record<string, ValueForm>> = Object.fromEntries(
  keywords.flatMap(({ name, form }) => (form === undefined ? [] : [[name, form]])),
);

/** Older drafts also allow lists of schemas in `items`, and booleans (draft-04) as exclusive bounds. */
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
  readonly forms?: Readonly<Record<string, ValueForm>>;
  /** Values that the target accepts although the draft does not. */
  readonly tolerates?: (node: SchemaNode, keyword: string, value: Json) => boolean;
}

/** Every keyword has a value of the right kind, and every subschema is a schema. */
export function wellFormed({ forms = DRAFT_2020_12, tolerates }: WellFormedOptions = {}): Rule {
  return (tree, problems) => {
    for (const node of tree.nodes) checkNode(node, { forms, ...(tolerates && { tolerates }) }, problems);
    for (const { place, value } of tree.nonSchemas) {
      problems.error(place, "malformed-schema", `A schema must stand here, not ${kindOf(value)}; give it an object.`);
    }
  };
}

function checkNode(node: SchemaNode, options: WellFormedOptions, problems: ProblemCollector): void {
  for (const [keyword, value] of Object.entries(node.schema)) {
    const form = formOf(options.forms, keyword);
    if (form === undefined || form.holds(value) || options.tolerates?.(node, keyword, value)) continue;
    problems.error(
      node.place.at(keyword),
      "malformed-keyword",
      `'${keyword}' must be ${form.expected}, not ${shown(value)}.`,
    );
  }
}

function formOf(forms: Readonly<Record<string, ValueForm>> | undefined, keyword: string): ValueForm | undefined {
  return forms !== undefined && Object.hasOwn(forms, keyword) ? forms[keyword] : undefined;
}

function shown(value: Json): string {
  if (typeof value === "string") return `"${value.slice(0, 40)}"`;
  return isObject(value) || isArray(value) ? `that ${kindOf(value)}` : String(value);
}
