import { type OutputUnit, type Schema, Validator } from "@cfworker/json-schema";
import { isObject, type Json, type JsonObject } from "../support/json.ts";
import { referred, type Schemas, schemasOf } from "./documents.ts";
import { withGaps } from "./gaps.ts";
import { normalize } from "./normalize.ts";
import { type Kind, PLACES } from "./places.ts";

export { haveSpecifications } from "./documents.ts";
export type { Kind } from "./places.ts";

export interface ValidateOptions {
  /** Lets no known gap through: by the letter of the specification. */
  readonly strict?: boolean;
}

const validators = new Map<string, Validator[]>();

/** What the official specification has against a body; nothing where it is valid. */
export function validate(dialect: string, kind: Kind, body: Json, { strict = false }: ValidateOptions = {}): string[] {
  if (UNSPECIFIED.has(dialect)) return [];
  const key = `${dialect} ${kind} ${strict}`;
  const compiled = validators.get(key) ?? compile(dialect, kind, strict);
  validators.set(key, compiled);
  const opinions = compiled.map((validator) => () => validator.validate(body));
  const first = opinions[0]?.();
  if (first === undefined || first.valid || opinions.slice(1).some((verdict) => verdict().valid)) return [];
  return tell(first.errors);
}

/** Dialects without a specification in JSON Schema: AWS describes its services in Smithy, and Google Interactions in its SDK alone. The SDKs judge instead. */
const UNSPECIFIED: ReadonlySet<string> = new Set(["bedrock", "gemini-interactions"]);

function compile(dialect: string, kind: Kind, strict: boolean): Validator[] {
  const place = PLACES[dialect];
  const names = place?.schemas[kind];
  if (place === undefined || names === undefined) throw new Error(`the specification of ${dialect} has no ${kind}`);
  const schemas = schemasOf(place.specification);
  if (strict) return names.slice(0, 1).map((name) => validator(name, schemas));
  return names.map((name) => validator(name, withGaps(place.specification, kind, schemas)));
}

function validator(name: string, schemas: Schemas): Validator {
  const $defs = Object.fromEntries([...reachable(name, schemas)].map((each) => [each, normalize(each, schemas)]));
  return new Validator({ $ref: `#/$defs/${name}`, $defs } as unknown as Schema, "2020-12", false);
}

function reachable(start: string, schemas: Schemas): Set<string> {
  const reached = new Set([start]);
  for (const name of reached) {
    const schema = schemas[name];
    if (schema === undefined) throw new Error(`there is no schema ${name}`);
    for (const reference of references(schema)) reached.add(reference);
  }
  return reached;
}

/** Every name that a schema refers to; a `$ref` that stands in an example does no harm. */
function references(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(references);
  if (!isObject(value)) return [];
  const { $ref, ...rest } = value as JsonObject;
  return [...(typeof $ref === "string" ? [referred($ref) as string] : []), ...Object.values(rest).flatMap(references)];
}

const WRAPPERS: ReadonlySet<string> = new Set(
  "$ref properties patternProperties additionalProperties items prefixItems propertyNames allOf anyOf oneOf if then else".split(
    " ",
  ),
);

/** The errors that name a place, deepest first, less those of branches that were not even of the right type. */
function tell(errors: readonly OutputUnit[]): string[] {
  const leaves = errors.filter(({ keyword }) => !WRAPPERS.has(keyword));
  const meant = leaves.filter(
    ({ keyword, instanceLocation: at }) =>
      keyword !== "type" || !leaves.some(({ instanceLocation }) => instanceLocation.startsWith(`${at}/`)),
  );
  const reported = (meant.length > 0 ? meant : errors).map(
    ({ instanceLocation, error }) => `${instanceLocation} ${error}`,
  );
  return [...new Set(reported)].sort((left, right) => right.split("/").length - left.split("/").length);
}
