import type { Json } from "@toolglot/core";
import type { Fields } from "../dialects.ts";
import { at, callAt, listAt, resultAt, type Said, textAt, together, wordsOf } from "./common.ts";

/** What a request of /api/chat says (E1 of the wire facts). */
export function read(body: Fields): Said {
  const tools = listAt(body, "tools").map((tool) => String(at(tool, "function", "name")));
  return together(
    { tools },
    ...listAt(body, "messages").map((message, index) => readMessage(message, `/messages/${index}`)),
  );
}

function readMessage(message: Json, path: string): Said {
  const content = at(message, "content");
  if (at(message, "role") === "tool") return together(resultAt(path, wordsOf(content)));
  const calls = listAt(message, "tool_calls").map((call, index) =>
    callAt(`${path}/tool_calls/${index}`, at(call, "function", "name"), at(call, "function", "arguments")),
  );
  return together(textAt(`${path}/content`, content), ...calls);
}
