import { isArray, isEmpty, isObject, setKey } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { SchemaProfile } from "../../model/schema-profile.ts";
import { applyLens, type Lens, type Lowered } from "../lens.ts";
import { NULL, typesOfSchema } from "../types.ts";
import { fits } from "../validate.ts";
import { mayEnumerate } from "./enum-to-strings.ts";
import { objectSchema } from "./object-schema.ts";

type Schema = Lowered["schema"];

/** The property that holds a boxed value. */
const BOX = "value";

/** Makes the schema of an optional property accept null, which means that it is absent; one that accepts null already is boxed. */
export function optionalToNullable(lowered: Lowered, profile: SchemaProfile): Lowered {
  if (!acceptsNull(lowered)) return { schema: addNullToFresh(lowered.schema, profile), lens: lowered.lens };
  return { schema: addNull(box(lowered.schema, profile), profile), lens: boxLens(lowered.lens) };
}

/** Makes a schema accept null as well. */
export function addNull(schema: Schema, profile: SchemaProfile): Schema {
  if (profile.typeLists === "nullable") return addNullable(schema);
  const { type, anyOf, enum: values } = schema;
  const out: Record<string, Json> = { ...schema };
  if (isArray(anyOf)) {
    out.anyOf = [...anyOf, { type: "null" }];
    return out;
  }
  if (type === undefined || Object.hasOwn(schema, "const")) return wrapNull(schema);
  if (values !== undefined && !mayEnumerate(null, profile.enumValues)) return wrapNull(schema);
  out.type = isArray(type) ? [...type, "null"] : [type, "null"];
  if (isArray(values)) out.enum = [...values, null];
  return out;
}

// The lowering has just created the schema: if only its type and its values change, it is changed in place.
function addNullToFresh(schema: Schema, profile: SchemaProfile): Schema {
  const { type, anyOf, enum: values } = schema;
  const isPlain = typeof type === "string" && anyOf === undefined && schema.const === undefined;
  const canList = values === undefined || (isArray(values) && mayEnumerate(null, profile.enumValues));
  if (!isPlain || !canList || profile.typeLists !== "array") return addNull(schema, profile);
  const fresh = schema as Record<string, Json>;
  fresh.type = [type, "null"];
  if (values !== undefined) fresh.enum = [...values, null];
  return schema;
}

/** An object with an optional value, for values that may be null themselves. */
export function box(schema: Schema, profile: SchemaProfile): Schema {
  const { description, ...inner } = schema;
  const boxed = objectSchema({ [BOX]: inner }, [BOX], profile);
  return description === undefined ? boxed : { description, ...boxed };
}

/** The lens between values and boxed values. */
export function boxLens(inner: Lens | undefined): Lens {
  return {
    lower: (value, run) => ({ [BOX]: inner === undefined ? value : inner.lower(value, run) }),
    lift: (value, run) => {
      if (!isObject(value) || !Object.hasOwn(value, BOX)) return value;
      const content = value[BOX] ?? null;
      return inner === undefined ? content : inner.lift(content, run);
    },
  };
}

/** A nullable value for targets that have no null: a box that is empty for null. */
export function toEmptyBox(lowered: Lowered, root: () => Json): Lowered {
  const { description, ...inner } = lowered.schema;
  const schema: Record<string, Json> = description === undefined ? {} : { description };
  setKey(schema, "type", "object");
  setKey(schema, "properties", { [BOX]: inner });
  const { lower, lift } = boxLens(lowered.lens);
  const lens: Lens = {
    lower: (value, run) => (value === null ? {} : lower(value, run)),
    // If objects are open, an empty box may hold other keys. A value without a box is read as the value itself.
    lift: (value, run) => {
      if (!isObject(value) || Object.hasOwn(value, BOX)) return lift(value, run);
      if (isEmpty(value) || !fits(value, lowered.schema, root(), run)) return null;
      return applyLens(lowered.lens, "lift", value, run);
    },
  };
  return { schema, lens };
}

/** Whether a lowered schema accepts null. */
export function acceptsNull(lowered: Lowered): boolean {
  const { type, nullable } = lowered.schema;
  if (typeof type === "string" && type !== "null" && nullable === undefined) return false;
  return ((lowered.types ?? typesOfSchema(lowered.schema)) & NULL) !== 0;
}

// The proto schema allows no keywords next to `anyOf`, so that null is added to one of its branches.
function addNullable(schema: Schema): Schema {
  const out: Record<string, Json> = { ...schema };
  if (isArray(schema.anyOf)) {
    const [first, ...others] = schema.anyOf;
    out.anyOf = [addNullable(isObject(first) ? first : {}), ...others];
  } else out.nullable = true;
  return out;
}

function wrapNull(schema: Schema): Schema {
  const { description, ...inner } = schema;
  const anyOf = [inner, { type: "null" }];
  return description === undefined ? { anyOf } : { description, anyOf };
}
