import type { SchemaProfile } from "../../model/schema-profile.ts";
import { everything } from "../../schema/profiles/everything.ts";
import { schemaRewriter } from "../../schema/rewrite.ts";

/** The JSON Schema keywords that Google's APIs are documented to support; the rest is ignored. */
export const jsonSchema: SchemaProfile = {
  ...everything,
  rewriter: schemaRewriter,
  keywords: new Set([
    ...[
      "type",
      "format",
      "title",
      "description",
      "enum",
      "items",
      "prefixItems",
      "minItems",
      "maxItems",
      "minimum",
      "maximum",
    ],
    ...["anyOf", "properties", "additionalProperties", "required", "propertyOrdering"],
  ]),
  notAtRoot: new Set(["anyOf", "enum"]),
  declaredRequired: true,
  refs: "inline",
  enumValues: "string-or-number",
};
