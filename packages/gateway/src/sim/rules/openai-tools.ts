import type { Json, JsonObject } from "@toolglot/core";
import { isObject } from "@toolglot/core/base";
import { objects, string } from "../dialects/reading.ts";
import { RefusedRequest } from "../refused-request.ts";

/** A function of either of OpenAI's APIs; `place` is its path in the request. */
export interface Declared {
  readonly place: string;
  readonly name: string;
  readonly parameters?: Json | undefined;
  readonly strict?: Json | undefined;
}

/** Refuses functions whose names or schemas OpenAI refuses. */
export function checkDeclared(declared: readonly Declared[]): void {
  if (declared.length > 128)
    throw new RefusedRequest(
      `Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length ${declared.length} instead.`,
      { param: "tools", code: "array_above_max_length" },
    );
  for (const { place, name, parameters, strict } of declared) {
    checkName(name, `${place}.name`);
    if (parameters === undefined || parameters === null) continue;
    const param = `${place}.parameters`;
    const context = { subject: `function '${name}'`, param, code: "invalid_function_parameters" };
    if (!isObject(parameters) || parameters.type !== "object") throw wrong(context, rootMessage(parameters));
    if (strict === true) checkStrict(parameters, context, []);
  }
}

/** For the error's message. */
export interface Subject {
  readonly subject: string;
  readonly param: string;
  readonly code: string;
}

/** Refuses a schema that strict mode does not allow: https://platform.openai.com/docs/guides/structured-outputs */
export function checkStrict(schema: Json, subject: Subject, path: readonly string[]): void {
  if (!isObject(schema)) return;
  const { properties, required, additionalProperties } = schema;
  if (isObject(properties) || schema.type === "object") {
    if (additionalProperties !== false)
      throw wrong(
        subject,
        `In context=${context(path)}, 'additionalProperties' is required to be supplied and to be false.`,
      );
    const missing = Object.keys(isObject(properties) ? properties : {}).find((name) => !includes(required, name));
    if (missing !== undefined)
      throw wrong(
        subject,
        `In context=${context(path)}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`,
      );
  }
  for (const { at, inner } of innerSchemas(schema)) checkStrict(inner, subject, [...path, ...at]);
}

function checkName(name: string, param: string): void {
  if (/^[a-zA-Z0-9_-]+$/.test(name) && name.length <= 64) return;
  const long = name.length > 64;
  const message = long
    ? `string too long. Expected a string with maximum length 64, but got a string with length ${name.length} instead.`
    : "string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.";
  throw new RefusedRequest(`Invalid '${param}': ${message}`, {
    param,
    code: long ? "string_above_max_length" : "invalid_value",
  });
}

function rootMessage(parameters: Json): string {
  const type = isObject(parameters) ? string(parameters.type) || "None" : "None";
  return `schema must be a JSON Schema of 'type: "object"', got 'type: "${type}"'.`;
}

function wrong({ subject, param, code }: Subject, message: string): RefusedRequest {
  return new RefusedRequest(`Invalid schema for ${subject}: ${message}`, { param, code });
}

function includes(required: Json | undefined, name: string): boolean {
  return Array.isArray(required) && required.includes(name);
}

function context(path: readonly string[]): string {
  const steps = path.map((word) => `'${word}'`);
  return `(${steps.join(", ")}${steps.length === 1 ? "," : ""})`;
}

function innerSchemas(schema: JsonObject): { at: string[]; inner: Json }[] {
  const named = ["properties", "$defs", "definitions"].flatMap((keyword) => {
    const { [keyword]: schemas } = schema;
    return isObject(schemas) ? Object.entries(schemas).map(([name, inner]) => ({ at: [keyword, name], inner })) : [];
  });
  const listed = objects(schema.anyOf).map((inner, index) => ({ at: ["anyOf", String(index)], inner }));
  return [...named, ...listed, ...(isObject(schema.items) ? [{ at: ["items"], inner: schema.items }] : [])];
}
