import type { Json } from "@toolglot/core";
import type { Fields } from "../dialects.ts";
import { at, callAt, joinContent, listAt, type RequestContent, resultAt, textAt, textOf } from "./common.ts";

/** What a request of the Messages API says (A4, A7 and A8 of the wire facts). */
export function read(body: Fields): RequestContent {
  const tools = listAt(body, "tools").map((tool) => String(at(tool, "name")));
  const messages = listAt(body, "messages").map((message, index) =>
    readContent(at(message, "content"), `/messages/${index}/content`),
  );
  return joinContent({ tools }, readContent(at(body, "system"), "/system"), ...messages);
}

function readContent(content: Json | undefined, path: string): RequestContent {
  if (typeof content === "string") return joinContent(textAt(path, content));
  return joinContent(...listAt(content).map((block, index) => readBlock(block, `${path}/${index}`)));
}

function readBlock(block: Json, path: string): RequestContent {
  const type = at(block, "type");
  if (type === "tool_use") return joinContent(callAt(path, at(block, "name"), at(block, "input")));
  if (type === "tool_result") return joinContent(resultAt(path, textOf(at(block, "content"))));
  return joinContent(textAt(path, at(block, "text")));
}
