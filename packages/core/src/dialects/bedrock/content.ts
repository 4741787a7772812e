import { isArray, isObject } from "../../json/value.ts";
import { encodeEach } from "../../mapping/lists/encode-each.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { cachePointAfter, withCacheMark } from "./cache-points.ts";
import * as calls from "./calls.ts";
import * as parts from "./parts.ts";
import * as results from "./results.ts";

/** Reads the content of a message; a cache point becomes a mark on the part before it. */
export function partsOf(content: Json | undefined, report: Report): Part[] {
  const read: Part[] = [];
  for (const [index, block] of (isArray(content) ? content : []).entries()) {
    const last = read.at(-1);
    const marked = last && withCacheMark(last, block, report.at(index));
    if (marked === undefined) read.push(decode(block, report.at(index)));
    else read[read.length - 1] = marked;
  }
  return read;
}

/** Writes the content of a message. */
export function contentOf(content: readonly Part[], report: Report): JsonObject[] {
  return encodeEach<Part, JsonObject>(content, (part) => {
    const block = encode(part, report);
    const point = block && "cacheControl" in part ? cachePointAfter(part, report) : undefined;
    return block === undefined || point === undefined ? block : [block, point];
  });
}

function decode(block: Json, report: Report): Part {
  if (isObject(block) && isCallerRun(block.toolUse)) return calls.decode(block, report);
  return isObject(block) && isCallerRun(block.toolResult) ? results.decode(block, report) : parts.decode(block, report);
}

// Calls and results with a type are those of tools that run at AWS.
function isCallerRun(block: Json | undefined): boolean {
  return isObject(block) && block.type === undefined;
}

function encode(part: Part, report: Report): JsonObject | undefined {
  if (part.type === "call") return calls.encode(part, report);
  return part.type === "result" ? results.encode(part, report) : parts.encode(part, report);
}
