import type { Json } from "@toolglot/core";
import type { Fields } from "../dialects.ts";
import {
  asText,
  at,
  callAt,
  isObject,
  joinContent,
  listAt,
  type RequestContent,
  resultAt,
  textAt,
  textOf,
} from "./common.ts";

/** What a request of the Interactions API says (B13 of the wire facts). */
export function read(body: Fields): RequestContent {
  const tools = listAt(body, "tools").map((tool) => String(at(tool, "name")));
  const input = at(body, "input");
  const items = listAt(input).map((item, index) => readItem(item, `/input/${index}`));
  const system = textAt("/system_instruction", at(body, "system_instruction"));
  return joinContent({ tools }, system, textAt("/input", input), ...items);
}

// A step, or a block of what the user says.
function readItem(item: Json, path: string): RequestContent {
  const type = at(item, "type");
  if (type === "function_call") return joinContent(callAt(path, at(item, "name"), at(item, "arguments")));
  if (type === "function_result") return joinContent(resultAt(path, resultOf(at(item, "result"))));
  const blocks = listAt(item, "content").map((block, index) => readItem(block, `${path}/content/${index}`));
  return joinContent(textAt(path, at(item, "text")), ...blocks);
}

// A list is content, an object is itself.
function resultOf(result: Json | undefined): string {
  return isObject(result) ? asText(result) : textOf(result);
}
