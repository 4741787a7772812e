import { isObject, setKey } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Place } from "../place.ts";
import type { Report } from "../report.ts";
import { holds, mapSubschemas } from "./walk.ts";

/** A schema without the keywords that a predicate picks, at every depth; each is reported as dropped. */
export function prune(
  schema: JsonObject,
  isUnwanted: (keyword: string, value: Json) => boolean,
  report: Report,
): JsonObject {
  const visit = (child: Json, place: Place, depth: number): Json => {
    if (!isObject(child)) return child;
    if (depth > MAX_DEPTH) return report.on(place).fail("too-deep", `schema is nested deeper than ${MAX_DEPTH} levels`);
    const pruned: Record<string, Json> = {};
    for (const keyword of Object.keys(child)) {
      const value = child[keyword] ?? null;
      if (isUnwanted(keyword, value)) report.on(place.at(keyword)).lose("keyword");
      else
        setKey(
          pruned,
          keyword,
          holds(keyword) === undefined
            ? value
            : mapSubschemas(keyword, value, place.at(keyword), (inner, at) => visit(inner, at, depth + 1)),
        );
    }
    return pruned;
  };
  return visit(schema, report.place, 0) as JsonObject;
}

const MAX_DEPTH = 64;
