import type { Json } from "@toolglot/core";
import type { Fields } from "../dialects.ts";
import { at, callAt, customAt, joinContent, listAt, type RequestContent, resultAt, textAt, textOf } from "./common.ts";

/** What a request of Responses says (B1 and B3 of the wire facts). */
export function read(body: Fields): RequestContent {
  const tools = listAt(body, "tools").map((tool) => String(at(tool, "name")));
  const input = at(body, "input");
  const items = listAt(input).map((item, index) => readItem(item, `/input/${index}`));
  return joinContent({ tools }, textAt("/instructions", at(body, "instructions")), textAt("/input", input), ...items);
}

function readItem(item: Json, path: string): RequestContent {
  const [name, type] = [at(item, "name"), at(item, "type") ?? "message"];
  if (type === "function_call") return joinContent(callAt(path, name, at(item, "arguments")));
  if (type === "custom_tool_call") return joinContent(customAt(path, name, at(item, "input")));
  if (String(type).endsWith("_output")) return joinContent(resultAt(path, textOf(at(item, "output"))));
  const content = at(item, "content");
  if (typeof content === "string") return joinContent(textAt(`${path}/content`, content));
  return joinContent(...listAt(content).map((part, index) => textAt(`${path}/content/${index}`, at(part, "text"))));
}
