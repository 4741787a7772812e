import type { Json } from "@toolglot/core";
import type { Fields } from "../dialects.ts";
import { at, callAt, listAt, resultAt, type Said, textAt, together, wordsOf } from "./common.ts";

/** What a request of the Messages API says (A4, A7 and A8 of the wire facts). */
export function read(body: Fields): Said {
  const tools = listAt(body, "tools").map((tool) => String(at(tool, "name")));
  const messages = listAt(body, "messages").map((message, index) =>
    readContent(at(message, "content"), `/messages/${index}/content`),
  );
  return together({ tools }, readContent(at(body, "system"), "/system"), ...messages);
}

function readContent(content: Json | undefined, path: string): Said {
  if (typeof content === "string") return together(textAt(path, content));
  return together(...listAt(content).map((block, index) => readBlock(block, `${path}/${index}`)));
}

function readBlock(block: Json, path: string): Said {
  const type = at(block, "type");
  if (type === "tool_use") return together(callAt(path, at(block, "name"), at(block, "input")));
  if (type === "tool_result") return together(resultAt(path, wordsOf(at(block, "content"))));
  return together(textAt(path, at(block, "text")));
}
