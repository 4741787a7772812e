import { isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { OBJECT as OBJECT_TYPE } from "../types.ts";
import { defineKeyword, type Keyword, type ValidationSite } from "./keyword.ts";
import { OBJECT_FORM } from "./value-forms.ts";

/** The schemas of the properties that an object declares. */
export const keyword: Keyword = defineKeyword({
  name: "properties",
  role: "applicator",
  types: OBJECT_TYPE,
  impliesType: true,
  subschemas: "map",
  loweredWith: "object",
  form: OBJECT_FORM,
  wellFormed: isObject,
  // SDKs may write `null` for what a schema does not say.
  repair: (value) => (value === null ? { change: "null-field" } : undefined),
  accepts: (value, argument, site) => !isObject(value) || !isObject(argument) || declaredFit(value, argument, site),
});

function declaredFit(value: JsonObject, properties: JsonObject, site: ValidationSite): boolean {
  return Object.keys(value).every(
    (name) => !Object.hasOwn(properties, name) || site.fits(value[name] ?? null, properties[name] as Json),
  );
}
