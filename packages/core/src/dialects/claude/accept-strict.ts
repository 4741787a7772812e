import type { JsonObject } from "../../model/json.ts";
import { Place } from "../../place.ts";
import { checkSchema, type GrammarCost, grammarCost, type Named, type ProblemCollector } from "../../schema/accept.ts";
import { NON_STRICT, STRICT } from "./accept-schema.ts";

/** Where the schema of a tool's arguments is, and whether the tool is strict. */
export interface ArgumentsSchema {
  readonly place: Place;
  readonly strict: boolean;
}

/** Checks the schema of a tool's arguments; returns what it costs the grammar compiler, if the tool is strict. */
export function checkArgumentsSchema(
  schema: JsonObject,
  { place, strict }: ArgumentsSchema,
  problems: ProblemCollector,
): GrammarCost | undefined {
  const tree = checkSchema(schema, place, strict ? STRICT : NON_STRICT, problems);
  if (!strict) return undefined;
  const cost = grammarCost(tree);
  const isTooMuch = cost.optional >= STRICT_LIMITS.optionalInOne || cost.unions >= STRICT_LIMITS.unionsInOne;
  if (cost.unbounded || isTooMuch) problems.error(place, "schema-too-complex", TOO_COMPLEX);
  return cost;
}

/** Limits over all strict tools of a request, and where a single schema was seen not to compile. */
const STRICT_LIMITS = { tools: 20, optional: 24, unions: 16, optionalInOne: 13, unionsInOne: 16 };

// Refused below the stated limits, too: 24 optional properties and 16 unions in one schema.
const TOO_COMPLEX =
  "Schema is too complex for compilation. Try reducing the number of tools or simplifying tool schemas, or leave strict off.";

/** What is checked over all tools after each was checked by itself. */
export interface CheckedTool {
  readonly name?: Named;
  /** What a strict tool costs the grammar compiler. */
  readonly cost?: GrammarCost;
}

/** Checks the limits over all strict tools of a request. */
export function checkStrictTools(checked: readonly CheckedTool[], problems: ProblemCollector): void {
  const costs = checked.flatMap(({ cost }) => cost ?? []);
  const optional = costs.reduce((sum, cost) => sum + cost.optional, 0);
  const unions = costs.reduce((sum, cost) => sum + cost.unions, 0);
  const { tools, ...limits } = STRICT_LIMITS;
  if (costs.length > tools) {
    const message = `Too many strict tools (${costs.length}). The maximum number of strict tools supported is ${tools}.`;
    problems.error(Place.root, "too-many-strict-tools", message);
  }
  if (optional > limits.optional) {
    const message = `Schemas contains too many optional parameters (${optional}); reduce them or leave strict off (limit: ${limits.optional}).`;
    problems.error(Place.root, "too-many-optional", message);
  }
  if (unions > limits.unions) {
    const message = `Schemas contains too many parameters with union types (${unions} parameters with type arrays or anyOf); reduce them or leave strict off (limit: ${limits.unions}).`;
    problems.error(Place.root, "too-many-unions", message);
  }
}
