import { isObject } from "../../json/value.ts";
import type { Problem } from "../../model/dialect.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { Place } from "../../place.ts";
import {
  ANY_DRAFT,
  checkFields,
  checkName,
  checkObject,
  checkSchema,
  checkUnique,
  eachSchema,
  type Named,
  type NameTable,
  ProblemCollector,
  type Rule,
  type RuleSet,
  resolvableReferences,
  rootIsObject,
  type SchemaNode,
  typesOf,
  wellFormed,
} from "../../schema/accept.ts";

/**
 * Reads tools against the rules of the Model Context Protocol, revision 2026-07-28.
 *
 * @example
 * accept([{ name: "now", inputSchema: { type: "object" } }]); // []
 */
export function accept(tools: readonly Json[]): Problem[] {
  const problems = new ProblemCollector();
  const named = tools.flatMap((tool, index) => checkTool(tool, Place.root.at(index), problems));
  checkUnique(named, DUPLICATE, problems);
  return problems.all;
}

const DUPLICATE = {
  rule: "duplicate-name",
  message: "Tool names should be unique within a server; rename one.",
  severity: "warning",
} as const;

// https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool-names
const NAME: NameTable = {
  pattern: /^[A-Za-z0-9_.-]+$/,
  maximum: 128,
  message: "Tool names should have letters, digits, '_', '.' and '-' only; rename it.",
  severity: "warning",
};

const HINTS = {
  title: ["string"],
  readOnlyHint: ["boolean"],
  destructiveHint: ["boolean"],
  idempotentHint: ["boolean"],
  openWorldHint: ["boolean"],
} as const;

const INPUT: readonly Rule[] = [
  rootIsObject(() => "inputSchema must have type 'object'; wrap it in a property."),
  eachSchema(headerOnPrimitive),
  noBooleanProperties,
];

function checkTool(tool: Json, place: Place, problems: ProblemCollector): Named[] {
  const malformed = { rule: "malformed-tool", message: "A tool must be an object." };
  const definition = checkObject(tool, place, malformed, problems);
  if (definition === undefined) return [];
  checkFields(definition, place, FIELDS, problems);
  if (isObject(definition.annotations)) checkFields(definition.annotations, place.at("annotations"), HINTS, problems);
  const missing = { rule: "malformed-schema", message: "inputSchema must be a schema object, not null; write one." };
  const input = checkObject(definition.inputSchema, place.at("inputSchema"), missing, problems);
  if (input !== undefined) checkSchema(input, place.at("inputSchema"), rulesFor(input, INPUT), problems);
  checkOutput(definition.outputSchema, place.at("outputSchema"), problems);
  const name = checkName(definition, place, NAME, problems);
  return name === undefined ? [] : [{ name, place: place.at("name") }];
}

const FIELDS = {
  title: ["string"],
  description: ["string"],
  annotations: ["object"],
  icons: ["array"],
  _meta: ["object"],
  outputSchema: ["object", "boolean"],
} as const;

function checkOutput(schema: Json | undefined, place: Place, problems: ProblemCollector): void {
  if (schema === undefined) return;
  if (!isObject(schema) || schema.type !== "object") {
    const message = "Revisions up to 2025-11-25 take objects only for outputSchema; wrap it for older peers.";
    problems.warn(place, "output-not-object", message);
  }
  if (isObject(schema)) checkSchema(schema, place, rulesFor(schema, []), problems);
}

// The default dialect is draft 2020-12, but a schema may name an older one.
function rulesFor(schema: JsonObject, more: readonly Rule[]): RuleSet {
  const { $schema } = schema;
  const isOlder = typeof $schema === "string" && !$schema.includes("2020-12");
  const forms = isOlder ? { forms: ANY_DRAFT } : {};
  return { rules: [wellFormed(forms), resolvableReferences(REFERENCES), ...more] };
}

const REFERENCES = {
  dangling: { rule: "dangling-ref", message: "The reference leads nowhere in this schema; define its target." },
  external: { rule: "external-ref", message: "References out of the schema must not be fetched; inline the target." },
};

function noBooleanProperties({ booleans }: Parameters<Rule>[0], problems: ProblemCollector): void {
  for (const { keyword, place } of booleans) {
    if (keyword !== "properties") continue;
    problems.warn(place, "boolean-schema", "Older SDKs refuse true and false for a property; write an object.");
  }
}

function headerOnPrimitive(node: SchemaNode, problems: ProblemCollector): void {
  if (!Object.hasOwn(node.schema, "x-mcp-header")) return;
  const types = typesOf(node.schema);
  const isPrimitive = types.length > 0 && types.every((type) => PRIMITIVE.has(type));
  const isReachable = !isBelowOther(node);
  if (isPrimitive && isReachable && typeof node.schema["x-mcp-header"] === "string") return;
  const message = "x-mcp-header is for strings, integers and booleans that only 'properties' lead to; remove it.";
  problems.warn(node.place.at("x-mcp-header"), "misplaced-header", message);
}

const PRIMITIVE: ReadonlySet<string> = new Set(["string", "integer", "boolean"]);

function isBelowOther(node: SchemaNode): boolean {
  for (let step = node; step.parent !== undefined; step = step.parent) if (step.keyword !== "properties") return true;
  return false;
}
