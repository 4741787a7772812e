// What is a valid value of a schema, and how a model writes it.
import { Validator } from "@cfworker/json-schema";

/** What is wrong with a value by the schema of a tool; `undefined` where it is valid. */
export function whyNotValid(value, schema) {
  return wrongIn(value, asMeant(schema), draftOf(schema));
}

/** Whether a value is valid by a schema that is sent. */
export function fits(value, schema) {
  return wrongIn(value, asMeant(schema), "2020-12") === undefined;
}

/**
 * Whether a value is valid by the schema of a tool in which every object is closed that says nothing of other keys: strict mode
 * wants it so, which is told as a change, and values with such keys are not asked for.
 */
export function fitsClosed(value, schema) {
  return wrongIn(value, closed(asMeant(schema)), draftOf(schema)) === undefined;
}

/** A schema whose objects take no other keys than they name, unless they say so. */
export function closed(schema) {
  return reread(schema, (each) =>
    typeof each.properties === "object" ? { additionalProperties: false, ...each } : each,
  );
}

function wrongIn(value, schema, draft) {
  try {
    const { valid, errors } = new Validator(schema, draft, true).validate(value);
    return valid ? undefined : (errors.at(-1)?.error ?? "not valid");
  } catch (error) {
    return `cannot be judged: ${error.message}`;
  }
}

/** Engines want the keys of an object in the order of its properties, in which a model writes them as well. */
export function inOrder(value, schema, root = schema) {
  if (typeof value !== "object" || value === null) return value;
  const own = shapeOf(value, schema, root);
  if (Array.isArray(value)) return value.map((item) => inOrder(item, own.items ?? {}, root));
  const names = Object.keys(own.properties ?? {}).filter((name) => Object.hasOwn(value, name));
  const others = Object.keys(value).filter((name) => !names.includes(name));
  return Object.fromEntries(
    [...names, ...others].map((name) => [name, inOrder(value[name], own.properties?.[name] ?? {}, root)]),
  );
}

function shapeOf(value, schema, root) {
  if (typeof schema.$ref === "string") {
    const path = schema.$ref
      .slice(2)
      .split("/")
      .map((key) => decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~"));
    return shapeOf(value, schema.$ref === "#" ? root : path.reduce((at, key) => at?.[key] ?? {}, root), root);
  }
  const branch = schema.anyOf?.find((each) => fits(value, { ...each, $defs: root.$defs }));
  return branch === undefined ? schema : shapeOf(value, branch, root);
}

function draftOf({ $schema = "" }) {
  if (/draft-0?4/.test($schema)) return "4";
  if (/draft-0?[67]/.test($schema)) return "7";
  return /2019-09/.test($schema) ? "2019-09" : "2020-12";
}

// What an address or a time looks like, validators and engines see each in their own way; OpenAPI's `nullable` is read as it
// is meant; and the validator takes patterns only as with the flag `u`.
function asMeant(schema) {
  return reread(schema, ({ format, pattern, ...rest }) => ({
    ...withNull(rest),
    ...(typeof format === "string" || format === undefined ? {} : { format }),
    ...(pattern === undefined ? {} : { pattern: typeof pattern === "string" ? withFlagU(pattern) : pattern }),
  }));
}

function withNull(schema) {
  if (schema.nullable !== true || (typeof schema.type === "object" && !Array.isArray(schema.type))) return schema;
  return {
    ...schema,
    ...(schema.type === undefined ? {} : { type: [schema.type, "null"].flat() }),
    ...(Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}),
  };
}

/** A pattern without the escapes that the flag `u` forbids, where it has such. */
function withFlagU(pattern) {
  if (compiles(pattern, "u")) return pattern;
  return pattern.replaceAll(/\\(.)/gsu, (escaped, character) => {
    if (/[A-Za-z0-9^$\\.*+?()[\]{}|/]/.test(character)) return escaped;
    return character === "-" ? "\\x2d" : character;
  });
}

function compiles(pattern, flags) {
  try {
    return new RegExp(pattern, flags) !== undefined;
  } catch {
    return false;
  }
}

/** Every object of a schema changed, values within `const`, `enum`, `default` and `examples` aside. */
function reread(schema, change) {
  if (Array.isArray(schema)) return schema.map((each) => reread(each, change));
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [key, VALUES.has(key) ? value : reread(value, change)]);
  return change(Object.fromEntries(entries));
}

const VALUES = new Set(["const", "enum", "default", "examples"]);
