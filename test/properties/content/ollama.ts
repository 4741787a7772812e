import type { Json } from "@toolglot/core";
import type { Fields } from "../dialects.ts";
import { at, callAt, joinContent, listAt, type RequestContent, resultAt, textAt, textOf } from "./common.ts";

/** What a request of /api/chat says (E1 of the wire facts). */
export function read(body: Fields): RequestContent {
  const tools = listAt(body, "tools").map((tool) => String(at(tool, "function", "name")));
  return joinContent(
    { tools },
    ...listAt(body, "messages").map((message, index) => readMessage(message, `/messages/${index}`)),
  );
}

function readMessage(message: Json, path: string): RequestContent {
  const content = at(message, "content");
  if (at(message, "role") === "tool") return joinContent(resultAt(path, textOf(content)));
  const calls = listAt(message, "tool_calls").map((call, index) =>
    callAt(`${path}/tool_calls/${index}`, at(call, "function", "name"), at(call, "function", "arguments")),
  );
  return joinContent(textAt(`${path}/content`, content), ...calls);
}
