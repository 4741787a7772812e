import { isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { type BlockCodec, readBlocks, writeBlocks } from "./block-list.ts";
import * as calls from "./calls.ts";
import * as parts from "./parts.ts";
import * as results from "./results.ts";

/** Reads the content of a message: one text, or a list of blocks. */
export function partsOf(content: Json | undefined, report: Report): Part[] {
  return readBlocks(content, MESSAGE_BLOCKS, report);
}

/** Writes the content of a message. */
export function contentOf(
  content: readonly Part[],
  { plain }: { plain?: boolean | undefined },
  report: Report,
): Json | undefined {
  return writeBlocks(content, { plain, encode }, report);
}

function decode(block: Json, report: Report): Part {
  const type = isObject(block) ? block.type : undefined;
  if (type === "tool_use") return calls.decode(block, report);
  return type === "tool_result" ? results.decode(block, report) : parts.decode(block, report);
}

function encode(part: Part, report: Report): JsonObject | undefined {
  if (part.type === "call") return calls.encode(part, report);
  return part.type === "result" ? results.encode(part, report) : parts.encode(part, report);
}

const MESSAGE_BLOCKS: BlockCodec = { decode, encode };
