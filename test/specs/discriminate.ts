import { isObject, type Json, type JsonObject, own } from "../support/json.ts";
import { referred, type Schemas } from "./documents.ts";

/** A branch, the values that its discriminating property may have, and whether it may be absent. */
interface Branch {
  readonly schema: Json;
  readonly values: readonly Json[];
  readonly optional: boolean;
}

/** The alternatives that are left by one value of the property. */
type AnyOf = (branches: Json[]) => Json;

/** A union as a choice by the property that tells its branches apart: errors speak of the branch that was meant. */
export function discriminate(
  union: Json,
  discriminator: Json | undefined,
  schemas: Schemas,
): ((anyOf: AnyOf) => JsonObject) | undefined {
  const declared = own(discriminator, "propertyName");
  for (const property of typeof declared === "string" ? [declared] : USUAL) {
    const branches = readBranches(union, property, schemas);
    if (branches.length > 1) return (anyOf) => choice(property, branches, anyOf);
  }
  return undefined;
}

/** The properties that tell branches apart where nothing says so. */
const USUAL = ["type", "role"];

function readBranches(union: Json, property: string, schemas: Schemas): readonly Branch[] {
  const branches = Array.isArray(union) ? union.map((schema) => readBranch(schema, property, schemas)) : [];
  return branches.every((branch) => branch !== undefined) ? branches : [];
}

function choice(property: string, branches: readonly Branch[], anyOf: AnyOf): JsonObject {
  const left = (may: (branch: Branch) => boolean) => anyOf(branches.filter(may).map(({ schema }) => schema));
  const values = [...new Set(branches.flatMap((branch) => branch.values))];
  const present = { required: [property] };
  const chosen = values.map((value) => ({
    if: { properties: { [property]: { const: value } }, ...present },
    then: left((branch) => branch.values.includes(value)),
  }));
  const absent = branches.some(({ optional }) => optional) ? left(({ optional }) => optional) : false;
  return {
    type: "object",
    properties: { [property]: { enum: values } },
    allOf: [...chosen, absent === false ? present : { if: present, else: absent }],
  };
}

function readBranch(schema: Json, property: string, schemas: Schemas): Branch | undefined {
  const values = valuesOf(schema, property, schemas);
  return values && { schema, values, optional: !isRequired(schema, property, schemas) };
}

function valuesOf(schema: Json | undefined, property: string, schemas: Schemas): readonly Json[] | undefined {
  if (!isObject(schema)) return undefined;
  if (schema.$ref !== undefined) return valuesOf(schemas[referred(schema.$ref) ?? ""], property, schemas);
  const union = schema.oneOf ?? schema.anyOf;
  if (Array.isArray(union)) return together(union.map((branch) => valuesOf(branch, property, schemas)));
  const declared = own(schema.properties, property);
  if (declared !== undefined) return literalsOf(declared);
  const parts = Array.isArray(schema.allOf) ? schema.allOf : [];
  return parts.map((part) => valuesOf(part, property, schemas)).find((found) => found !== undefined);
}

/** The few values that a property may have; undefined where it may have others. */
function literalsOf(schema: Json): readonly Json[] | undefined {
  if (!isObject(schema)) return undefined;
  if (schema.const !== undefined) return [schema.const];
  if (Array.isArray(schema.enum)) return schema.enum;
  if (schema.type === "null") return [null];
  return Array.isArray(schema.anyOf) ? together(schema.anyOf.map(literalsOf)) : undefined;
}

function together(all: readonly (readonly Json[] | undefined)[]): readonly Json[] | undefined {
  return all.every((each) => each !== undefined) ? all.flat() : undefined;
}

function isRequired(schema: Json | undefined, property: string, schemas: Schemas): boolean {
  if (!isObject(schema)) return false;
  if (schema.$ref !== undefined) return isRequired(schemas[referred(schema.$ref) ?? ""], property, schemas);
  if (Array.isArray(schema.required) && schema.required.includes(property)) return true;
  const union = schema.oneOf ?? schema.anyOf;
  if (Array.isArray(union)) return union.every((branch) => isRequired(branch, property, schemas));
  return Array.isArray(schema.allOf) && schema.allOf.some((part) => isRequired(part, property, schemas));
}
