import { defaultNode } from "../../fast/default-node.ts";
import { plainResult } from "../../fast/plain-parts.ts";
import { isArray, isObject } from "../../json/value.ts";
import { expectObject, expectType } from "../../mapping/expect.ts";
import { flag, object, text, textOrList } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { loseNode, nodeReport, readNode, writeNode } from "../../mapping/node.ts";
import { createResult } from "../../mapping/nodes/parts.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Part, ResultPart } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { readBlocks, writeBlocks } from "./block-list.ts";
import * as blocks from "./parts.ts";

export function decode(wire: Json, report: Report): ResultPart {
  expectType(wire, "tool_result", report);
  const block = expectObject(wire, "a tool_result block", report);
  const byDefault = defaultNode(TOOL_RESULT, block, 3, report);
  if (byDefault && typeof block.tool_use_id === "string" && typeof block.content === "string") {
    const parts = readBlocks(block.content, blocks, report.at("content"));
    return createResult(byDefault, { id: block.tool_use_id, parts, plain: true });
  }
  const { values, provenance } = readNode(TOOL_RESULT, block, report);
  const { id, content, isError, cacheControl } = values;
  const parts = readBlocks(content, blocks, report.at("content"));
  return createResult(provenance, {
    id: String(id ?? ""),
    parts,
    plain: content === undefined ? undefined : !isArray(content),
    isError: typeof isError === "boolean" ? isError : undefined,
    cacheControl: isObject(cacheControl) ? cacheControl : undefined,
  });
}

export function encode(result: ResultPart, report: Report): JsonObject {
  const { id, parts, plain, isError, cacheControl } = result;
  const own = result.origin?.dialect === "anthropic";
  const alone = parts.length === 1 && plain !== false;
  const kept = own ? parts : parts.filter((part) => isWritten(part, alone, report));
  const content = writeBlocks(kept, { plain, encode: blocks.encode }, report);
  if (content !== undefined && plainResult(result, "anthropic", report))
    return { type: "tool_result", tool_use_id: id, content };
  return writeNode(TOOL_RESULT, result, { id, content, isError, cacheControl }, report);
}

/** https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls */
const TOOL_RESULT = defineLayout<string>({
  dialect: "anthropic",
  constants: { "/type": "tool_result" },
  fields: {
    id: text("/tool_use_id"),
    content: textOrList("/content"),
    isError: flag("/is_error"),
    cacheControl: object("/cache_control"),
  },
  handled: ["parts", "plain", "kind", "name", "namespace", "structured"],
});

// Empty text blocks are refused; an empty string is not.
function isWritten(part: Part, alone: boolean, report: Report): boolean {
  if (part.type === "media" || part.type === "opaque") return true;
  if (part.type !== "text") return loseNode(part, part.type, report) ?? false;
  if (part.text.trim() !== "" || (alone && part.text !== "")) return true;
  nodeReport(part, report).change("empty-text");
  return false;
}
