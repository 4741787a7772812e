import type { DialectLike, DialectName } from "./dialects/names.ts";
import { freeze } from "./json/constant.ts";
import { parseJson } from "./json/parse.ts";
import { isSameJson } from "./json/same.ts";
import { copyJson } from "./json/value.ts";
import type { Json } from "./model/json.ts";
import type { Converted } from "./translate-options.ts";

/** Converts tools that an agent sends again with every turn, at the cost of comparing them. */
export interface ToolConverter<To extends DialectLike = DialectName> {
  /** Takes tools as JSON text or as values. The result is frozen, because the next call may return it again. */
  convert(tools: string | readonly unknown[]): Converted<To>;
}

/** How many different sets of tools are cached. */
const MAX_REMEMBERED = 16;

/** Makes a converter that remembers what it converted last. */
export function createToolConverter(convertTools: (tools: unknown) => Converted): ToolConverter {
  const texts: Remembered<string>[] = [];
  const values: Remembered<Json>[] = [];
  const convertFrozen = (tools: unknown): Converted => {
    const converted = convertTools(tools);
    freeze(converted.value as object);
    return converted;
  };
  return {
    convert: (tools) => {
      if (typeof tools === "string")
        return recall(texts, tools, isSameText) ?? remember(texts, tools, convertFrozen(parseJson(tools)));
      const known = recall(values, tools as Json, isSameJson);
      if (known !== undefined || !isPlain(tools)) return known ?? convertTools(tools);
      // A copy, to detect that a caller has changed a tool in place.
      return remember(values, copyJson(tools as Json), convertFrozen(tools));
    },
  };
}

interface Remembered<T> {
  readonly tools: T;
  readonly converted: Converted;
}

function recall<T>(
  entries: Remembered<T>[],
  tools: T,
  isSameTools: (one: T, other: T) => boolean,
): Converted | undefined {
  const index = entries.findIndex((entry) => isSameTools(entry.tools, tools));
  const [found] = index < 0 ? [] : entries.splice(index, 1);
  if (found !== undefined) entries.unshift(found);
  return found?.converted;
}

function remember<T>(entries: Remembered<T>[], tools: T, converted: Converted): Converted {
  entries.unshift({ tools, converted });
  if (entries.length > MAX_REMEMBERED) entries.pop();
  return converted;
}

function isSameText(one: string, other: string): boolean {
  return one.length === other.length && one === other;
}

// Objects of schema libraries are not JSON, and generate their JSON Schema each time.
function isPlain(tools: readonly unknown[]): boolean {
  return tools.every(
    (tool) =>
      typeof tool === "object" &&
      tool !== null &&
      Object.values(tool).every((value) => typeof value !== "function" && !hasStandard(value)),
  );
}

function hasStandard(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return (
    "~standard" in value ||
    Object.values(value).some((inner) => typeof inner === "object" && inner !== null && "~standard" in inner)
  );
}
