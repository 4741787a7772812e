import { isArray, isObject, setKey } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Place } from "../place.ts";
import type { Report } from "../report.ts";
import { keywordOf } from "./keywords/index.ts";
import type { IsUnwanted } from "./plain-schema.ts";
import { wouldNarrow } from "./pruned-types.ts";
import { isAnnotation, Source } from "./source.ts";
import { eachSubschemaIn, mapSubschemas, subschemaLayout } from "./walk.ts";

/** What is removed, and for which target. */
export interface Pruning {
  readonly isUnwanted: IsUnwanted;
  /** Whether the target accepts every keyword: for others, types that are not stated are inferred. */
  readonly unrestricted: boolean;
}

/** Removes the keywords that a predicate selects, at every depth, and reports each as dropped. */
export function prune(schema: JsonObject, { isUnwanted, unrestricted }: Pruning, report: Report): JsonObject {
  const unwanted: Unwanted = { isUnwanted, known: new Map() };
  // Most schemas have nothing to remove, and need no copy.
  if (!hasUnwanted(schema, unwanted, 0)) return schema;
  const source = new Source(schema, report.place);
  const visit = (child: Json, place: Place, depth: number): Json => {
    if (!isObject(child)) return child;
    if (depth > MAX_DEPTH) return report.on(place).fail("too-deep", TOO_DEEP);
    report.ledger.budget.spend(1);
    const pruned: Record<string, Json> = {};
    const hides = source.refHidesSiblings && child.$ref !== undefined && isUnwanted("$ref", child.$ref);
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
    // Arguments are an object, whatever else the root allows.
    if (!unrestricted && depth > 0 && wouldNarrow(pruned, child, source)) loseImplying(pruned, report.on(place));
    return pruned;
  };
  return visit(schema, report.place, 0) as JsonObject;
}

function loseImplying(pruned: Record<string, Json>, report: Report): void {
  for (const keyword of Object.keys(pruned)) {
    if (!keywordOf(keyword).impliesType) continue;
    report.at(keyword).lose("keyword");
    delete pruned[keyword];
  }
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
  if (!isObject(schema)) return false;
  if (depth > MAX_DEPTH) return true;
  const known = unwanted.known.get(schema);
  if (known !== undefined) return known;
  let found = false;
  let isLeaf = true;
  for (const keyword in schema) {
    const value = schema[keyword] ?? null;
    if (unwanted.isUnwanted(keyword, value)) return true;
    const layout = subschemaLayout(keyword);
    if (layout === undefined) continue;
    isLeaf = false;
    eachSubschemaIn(layout, value, (child) => {
      found ||= hasUnwanted(child, unwanted, depth + 1);
    });
  }
  // A leaf is sooner looked at again than found here.
  if (!isLeaf) unwanted.known.set(schema, found);
  return found;
}

const MAX_DEPTH = 64;
const TOO_DEEP = `schema is nested deeper than ${MAX_DEPTH} levels`;
