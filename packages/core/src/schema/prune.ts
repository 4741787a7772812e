import type { Budget } from "../budget.ts";
import { isArray, isObject, setKey } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Place } from "../place.ts";
import type { Report } from "../report.ts";
import { keywordOf, type SubschemaLayout } from "./keywords/index.ts";
import type { IsUnwanted } from "./plain-schema.ts";
import { isAnnotation, Source } from "./source.ts";
import { eachSubschema, eachSubschemaIn, mapSubschemas, subschemaLayout } from "./walk.ts";

/** Removes the keywords that a predicate selects, at every depth, and reports each as dropped. */
export function prune(schema: JsonObject, isUnwanted: IsUnwanted, report: Report): JsonObject {
  const { budget } = report.ledger;
  const { spent } = budget;
  if (isWanted(schema, { isUnwanted, budget, depth: 0 })) return schema;
  budget.rewind(spent);
  return pruneEach(schema, isUnwanted, report);
}

// Most schemas have nothing to remove, and need no copy.
function isWanted(schema: Json, search: Search): boolean {
  if (!isObject(schema)) return true;
  search.budget.spend(1);
  search.depth++;
  for (const keyword in schema) {
    const value = schema[keyword] as Json;
    if (search.depth > MAX_DEPTH + 1 || search.isUnwanted(keyword, value)) return false;
    const layout = typeof value === "object" ? subschemaLayout(keyword) : undefined;
    if (layout !== undefined && !areWanted(layout, value, search)) return false;
  }
  search.depth--;
  return true;
}

/** The predicate, and the number of schemas around the next one. */
interface Search {
  readonly isUnwanted: IsUnwanted;
  readonly budget: Budget;
  depth: number;
}

// Nearly all subschemas are properties, which need no closure.
function areWanted(layout: SubschemaLayout, value: Json, search: Search): boolean {
  if (layout !== "map" || !isObject(value)) return areOthersWanted(layout, value, search);
  for (const name in value) if (!isWanted(value[name] as Json, search)) return false;
  return true;
}

function areOthersWanted(layout: SubschemaLayout, value: Json, search: Search): boolean {
  let areAll = true;
  eachSubschemaIn(layout, value, (child) => {
    areAll &&= isWanted(child, search);
  });
  return areAll;
}

function pruneEach(schema: JsonObject, isUnwanted: IsUnwanted, report: Report): JsonObject {
  const isOld = new Source(schema, report.place).refHidesSiblings;
  const unwanted: Unwanted = { isUnwanted, known: new Map() };
  const visit = (child: Json, place: Place, depth: number): Json => {
    if (!isObject(child)) return child;
    if (depth > MAX_DEPTH) return report.on(place).fail("too-deep", TOO_DEEP);
    report.ledger.budget.spend(1);
    const pruned: Record<string, Json> = {};
    const hides = isOld && child.$ref !== undefined && isUnwanted("$ref", child.$ref);
    for (const keyword of Object.keys(child)) {
      const value = child[keyword] ?? null;
      // In older drafts `$ref` hides its siblings: if it is removed, they must not start to apply.
      if (hides && keyword !== "$ref" && !isAnnotation(keyword)) {
        report.on(place.at(keyword)).change("vacuous-keyword");
        continue;
      }
      if (isUnwanted(keyword, value) || wouldInvert(keyword, value, unwanted))
        report.on(place.at(keyword)).lose("keyword");
      else if (subschemaLayout(keyword) === undefined) setKey(pruned, keyword, value);
      else
        setKey(
          pruned,
          keyword,
          mapSubschemas(keyword, value, place.at(keyword), (inner, at) => visit(inner, at, depth + 1)),
        );
    }
    return pruned;
  };
  return visit(schema, report.place, 0) as JsonObject;
}

/** The predicate, and the schemas for which its result is known. */
interface Unwanted {
  readonly isUnwanted: IsUnwanted;
  readonly known: Map<Json, boolean>;
}

// A weaker subschema of `not`, `if` or `oneOf` would make the schema around it reject other values.
function wouldInvert(keyword: string, value: Json, unwanted: Unwanted): boolean {
  if (!keywordOf(keyword).inverts) return false;
  return isArray(value) ? value.some((each) => hasUnwanted(each, unwanted, 0)) : hasUnwanted(value, unwanted, 0);
}

function hasUnwanted(schema: Json, unwanted: Unwanted, depth: number): boolean {
  if (!isObject(schema) || depth > MAX_DEPTH) return false;
  const known = unwanted.known.get(schema);
  if (known !== undefined) return known;
  let found = Object.keys(schema).some((keyword) => unwanted.isUnwanted(keyword, schema[keyword] ?? null));
  if (!found)
    eachSubschema(schema, (child) => {
      found ||= hasUnwanted(child, unwanted, depth + 1);
    });
  unwanted.known.set(schema, found);
  return found;
}

const MAX_DEPTH = 64;
const TOO_DEEP = `schema is nested deeper than ${MAX_DEPTH} levels`;
