import { isArray, isObject } from "../../json/value.ts";
import type { Problem } from "../../model/dialect.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { Place } from "../../place.ts";
import {
  checkFields,
  checkName,
  checkObject,
  checkSchema,
  type Named,
  ProblemCollector,
  type RuleSet,
} from "../../schema/accept.ts";
import { checkFunctions, NAME, reportUnknown } from "../google/accept-functions.ts";
import { argumentsRules, JSON_SCHEMA } from "../google/accept-schema.ts";
import { PROTO, PROTO_PARAMETERS } from "./accept-proto.ts";

/**
 * Reads tools against the rules of generateContent.
 *
 * @example
 * accept([{ functionDeclarations: [{ name: "now" }] }, { googleSearch: {} }]); // one warning: not every model mixes them
 */
export function accept(tools: readonly Json[]): Problem[] {
  const problems = new ProblemCollector();
  const declared = tools.flatMap((tool, index) => checkTool(tool, Place.root.at(index), problems));
  const named = declared.flatMap((declaration) => checkDeclaration(declaration, problems));
  checkFunctions({ noun: "function declarations", count: declared.length, named }, problems);
  checkMixture(tools, declared.length > 0, problems);
  return problems.all;
}

const BUILT_IN: ReadonlySet<string> = new Set([
  ...["googleSearch", "googleSearchRetrieval", "urlContext", "codeExecution", "computerUse", "googleMaps"],
  ...["fileSearch", "mcpServers", "retrieval", "enterpriseWebSearch", "exaAiSearch", "parallelAiSearch"],
]);

interface SchemaField {
  readonly field: string;
  readonly rules: RuleSet;
}

// The fields of each pair exclude each other.
const SCHEMA_FIELDS: readonly (readonly [SchemaField, SchemaField])[] = [
  [
    { field: "parameters", rules: PROTO_PARAMETERS },
    { field: "parametersJsonSchema", rules: argumentsRules("parametersJsonSchema") },
  ],
  [
    { field: "response", rules: PROTO },
    { field: "responseJsonSchema", rules: JSON_SCHEMA },
  ],
];

const DECLARATION_FIELDS: ReadonlySet<string> = new Set([
  ...["name", "description", "behavior"],
  ...SCHEMA_FIELDS.flat().map(({ field }) => field),
]);

interface Declaration {
  readonly value: Json;
  readonly place: Place;
}

function checkTool(tool: Json, place: Place, problems: ProblemCollector): Declaration[] {
  const fields = checkObject(tool, place, { rule: "malformed-tool", message: "A tool must be an object." }, problems);
  return Object.entries(fields ?? {}).flatMap(([field, value]) => {
    if (camelCase(field) === "functionDeclarations") return declarations(value, place.at(field), problems);
    if (!BUILT_IN.has(camelCase(field))) {
      problems.error(
        place.at(field),
        "tool-type",
        `Unknown name "${field}": Cannot find field; there is no such tool.`,
      );
    }
    return [];
  });
}

function declarations(value: Json, place: Place, problems: ProblemCollector): Declaration[] {
  if (isArray(value)) return value.map((declaration, index) => ({ value: declaration, place: place.at(index) }));
  if (value !== null) problems.error(place, "malformed-tool", "functionDeclarations must be an array.");
  return [];
}

function checkDeclaration({ value, place }: Declaration, problems: ProblemCollector): Named[] {
  const malformed = { rule: "malformed-tool", message: "A function declaration must be an object." };
  const declaration = checkObject(value, place, malformed, problems);
  if (declaration === undefined) return [];
  checkFields(declaration, place, { description: ["string", "null"], behavior: ["string", "null"] }, problems);
  for (const field of Object.keys(declaration).filter((key) => !DECLARATION_FIELDS.has(camelCase(key))))
    reportUnknown(field, place, problems);
  for (const pair of SCHEMA_FIELDS) checkSchemaFields(declaration, place, pair, problems);
  const name = checkName(declaration, place, NAME, problems);
  return name === undefined ? [] : [{ name, place: place.at("name") }];
}

function checkSchemaFields(
  declaration: JsonObject,
  place: Place,
  pair: readonly [SchemaField, SchemaField],
  problems: ProblemCollector,
): void {
  const given = pair.flatMap(({ field, rules }) => {
    const spelled = Object.keys(declaration).find((key) => camelCase(key) === field && declaration[key] !== null);
    return spelled === undefined ? [] : [{ spelled, rules }];
  });
  for (const { spelled, rules } of given) {
    const malformed = { rule: "malformed-schema", message: `'${spelled}' must be a schema object.` };
    const schema = checkObject(declaration[spelled], place.at(spelled), malformed, problems);
    if (schema !== undefined) checkSchema(schema, place.at(spelled), rules, problems);
  }
  if (given.length < 2) return;
  const message = `'${pair[0].field}' and '${pair[1].field}' are mutually exclusive; remove one.`;
  problems.error(place, "exclusive-fields", message);
}

function checkMixture(tools: readonly Json[], hasFunctions: boolean, problems: ProblemCollector): void {
  if (!hasFunctions) return;
  for (const [index, tool] of tools.entries()) {
    for (const [field, value] of Object.entries(isObject(tool) ? tool : {})) {
      if (value === null || !BUILT_IN.has(camelCase(field))) continue;
      const message = "Built-in tools beside function declarations are taken by Gemini 3 and later only.";
      problems.warn(Place.root.at(index).at(field), "mixed-tools", message);
    }
  }
}

// Proto-JSON takes the original names of its fields as well.
function camelCase(field: string): string {
  return field.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}
