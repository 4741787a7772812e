import { parseJson } from "./json/parse.ts";
import { isSameJson } from "./json/same.ts";
import { copyJson } from "./json/value.ts";
import type { Json } from "./model/json.ts";
import { type Converted, type ConvertOptions, convertTools } from "./translate.ts";

/** Converts tools that an agent sends again with every turn, at the cost of comparing them. */
export interface ToolConverter {
  /** Takes tools as JSON text or as values. The result is frozen, because the next call may return it again. */
  convert(tools: string | readonly unknown[]): Converted;
}

/** How many different sets of tools are cached. */
const MAX_REMEMBERED = 16;

/**
 * Makes a converter that remembers what it converted last.
 *
 * @example
 * createToolConverter({ from: "mcp", to: "anthropic" }).convert("[]").value; // []
 */
export function createToolConverter(options: ConvertOptions): ToolConverter {
  const texts: Remembered<string>[] = [];
  const values: Remembered<Json>[] = [];
  return {
    convert: (tools) => {
      if (typeof tools === "string")
        return recall(texts, tools, isSameText) ?? remember(texts, tools, convertFrozen(parseJson(tools), options));
      const known = recall(values, tools as Json, isSameJson);
      if (known !== undefined || !isPlain(tools)) return known ?? convertTools(tools, options);
      // A copy, to detect that a caller has changed a tool in place.
      return remember(values, copyJson(tools as Json), convertFrozen(tools, options));
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

function convertFrozen(tools: unknown, options: ConvertOptions): Converted {
  const converted = convertTools(tools, options);
  freeze(converted.value);
  return converted;
}

function freeze(value: Json): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const child of Object.values(value)) freeze(child as Json);
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
