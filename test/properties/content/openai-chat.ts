import type { Json } from "@toolglot/core";
import type { Fields } from "../dialects.ts";
import { at, callAt, customAt, joinContent, listAt, type RequestContent, resultAt, textAt, textOf } from "./common.ts";

/** What a request of the Chat family says (A1 and A3 of the wire facts). */
export function read(body: Fields): RequestContent {
  const tools = listAt(body, "tools").map((tool) => String(at(tool, String(at(tool, "type")), "name")));
  return joinContent(
    { tools },
    ...listAt(body, "messages").map((message, index) => readMessage(message, `/messages/${index}`)),
  );
}

function readMessage(message: Json, path: string): RequestContent {
  const content = at(message, "content");
  if (at(message, "role") === "tool") return joinContent(resultAt(path, textOf(content)));
  const text =
    typeof content === "string"
      ? [textAt(`${path}/content`, content)]
      : listAt(content).map((part, index) => textAt(`${path}/content/${index}`, at(part, "text")));
  const calls = listAt(message, "tool_calls").map((call, index) => readCall(call, `${path}/tool_calls/${index}`));
  return joinContent(...text, ...calls);
}

function readCall(call: Json, path: string) {
  if (at(call, "type") === "custom") return customAt(path, at(call, "custom", "name"), at(call, "custom", "input"));
  return callAt(path, at(call, "function", "name"), at(call, "function", "arguments"));
}
