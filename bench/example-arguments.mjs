// Arguments that fit a tool's schema well enough to be put through its lens.

/** One value for a schema: the first of everything, and every property. */
export function exampleOf(schema, root = schema, depth = 0) {
  if (typeof schema !== "object" || depth > 8) return "text";
  if (schema.$ref !== undefined) return exampleOf(resolve(root, schema.$ref), root, depth + 1);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const branch = (schema.anyOf ?? schema.oneOf ?? schema.allOf)?.[0];
  if (branch !== undefined) return exampleOf(branch, root, depth + 1);
  return exampleOfType([schema.type].flat()[0], schema, (inner) => exampleOf(inner, root, depth + 1));
}

function exampleOfType(type, schema, below) {
  if (type === "object") return mapValues(schema.properties ?? {}, below);
  if (type === "array") return [below(schema.items ?? {})];
  if (type === "integer" || type === "number") return schema.minimum ?? 1;
  if (type === "boolean") return true;
  return type === "null" ? null : "text";
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}

function resolve(root, pointer) {
  const steps = pointer.replace(/^#\/?/, "").split("/").filter(Boolean);
  return steps.reduce((at, step) => at?.[step.replaceAll("~1", "/").replaceAll("~0", "~")], root) ?? {};
}
