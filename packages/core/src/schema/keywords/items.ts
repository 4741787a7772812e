import { isSchema } from "../../json/schema-value.ts";
import { isArray } from "../../json/value.ts";
import { ARRAY } from "../types.ts";
import { defineKeyword, type Keyword } from "./keyword.ts";
import { SCHEMA_FORM } from "./value-forms.ts";

/** The schema of all items that have none of their own; in draft-07 and before also a list with a schema for each item. */
export const keyword: Keyword = defineKeyword({
  name: "items",
  role: "applicator",
  types: ARRAY,
  impliesType: true,
  subschemas: "schema-or-list",
  loweredWith: "array",
  form: SCHEMA_FORM,
  wellFormed: (value) => isSchema(value) || (isArray(value) && value.every(isSchema)),
  accepts: (value, argument, { schema, fits }) => {
    if (!isArray(value)) return true;
    const first = isArray(schema.prefixItems) ? schema.prefixItems.length : 0;
    return value.every((item, index) => index < first || fits(item, argument));
  },
});
