// The fast path `bodyCache`, for cache marks: the tools of an agent are marked and stringified once.

import { asConstant, isConstant } from "../json/constant.ts";
import { stringifyJson } from "../json/stringify.ts";
import type { CacheMarks } from "../model/caching-profile.ts";
import type { Json } from "../model/json.ts";

/** A list with its marks: the same one each time, where the list is the same constant. */
export function markOnce(list: Json, marks: CacheMarks, mark: (list: Json, marks: CacheMarks) => Json): Json {
  if (!isConstant(list)) return mark(list, marks);
  const constant = list as readonly Json[];
  const byMarks = MARKED.get(constant) ?? new Map<CacheMarks, Json>();
  const marked = byMarks.get(marks) ?? constantOf(mark(list, marks));
  MARKED.set(constant, byMarks.set(marks, marked));
  return marked;
}

const MARKED = new WeakMap<readonly Json[], Map<CacheMarks, Json>>();

function constantOf(marked: Json): Json {
  return isConstant(marked) ? marked : asConstant(marked, stringifyJson(marked));
}
