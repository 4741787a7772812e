import { type Case, type Converted, convert, type Refused } from "../support/engine.ts";
import { canonical, equal, freeze, isObject, type Json, type JsonObject, mapObject, setOwn } from "../support/json.ts";
import type { Failure } from "../support/law-results.ts";
import { mapSubschemas } from "../support/schema.ts";
import { mainProfiles, runLaw } from "./run.ts";

type Found = Omit<Failure, "tool">;

const profiles = mainProfiles("native", "strict");

runLaw({ id: "law-5", sentence: "gives the same bytes for the same tool", profiles }, ({ tool }, first, at) => [
  ...secondTime(tool, first, at),
  ...otherOrder(tool, first, at),
]);

// The second time it gets a frozen copy: to change its input would be a crash.
function secondTime(tool: JsonObject, first: Converted, at: Case): Found[] {
  const again = convert(freeze(structuredClone(tool)), at);
  if (JSON.stringify(again) === JSON.stringify(first)) return [];
  return [{ pointer: "", message: "said something else the second time", example: { first, again } }];
}

// The order of properties is the order in which a model writes them; the order of keywords means nothing.
function otherOrder(tool: JsonObject, first: Converted, at: Case): Found[] {
  const turned = turn({
    ...tool,
    ...(tool.inputSchema === undefined ? {} : { inputSchema: turnSchema(tool.inputSchema) }),
  });
  const other = convert(turned, at);
  if (equal(unordered(first), unordered(other))) return [];
  return [{ pointer: "", message: "depends on the order of keywords", example: { first, other } }];
}

function turnSchema(schema: Json): Json {
  return isObject(schema) ? turn(mapSubschemas(schema, turnSchema)) : schema;
}

function turn(value: JsonObject): JsonObject {
  const turned: JsonObject = {};
  for (const key of Object.keys(value).reverse()) setOwn(turned, key, value[key] as Json);
  return turned;
}

function unordered(outcome: Converted | Refused): unknown {
  if (outcome.type === "refused") return outcome;
  const { value, losses, changes } = outcome;
  const places = changes.map(({ path, rule }) => `${path} ${rule}`);
  return { value: value.map(lettersOfDescriptions), losses: losses.map(canonical).sort(), changes: places.sort() };
}

// Descriptions list keywords in the order of the source, so the same characters in any order are enough.
function lettersOfDescriptions(value: Json): Json {
  if (Array.isArray(value)) return value.map(lettersOfDescriptions);
  if (!isObject(value)) return value;
  return mapObject(value, (each, key) =>
    key === "description" && typeof each === "string" ? [...each].sort().join("") : lettersOfDescriptions(each),
  );
}
