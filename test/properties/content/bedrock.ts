import type { Json } from "@toolglot/core";
import type { Fields } from "../dialects.ts";
import { asText, at, callAt, isObject, joinContent, listAt, type RequestContent, resultAt, textAt } from "./common.ts";

/** What a request of Converse says (part D of the wire facts). */
export function read(body: Fields): RequestContent {
  const specs = listAt(body, "toolConfig", "tools").flatMap((tool) => at(tool, "toolSpec") ?? []);
  const messages = listAt(body, "messages").map((message, index) =>
    readContent(listAt(message, "content"), `/messages/${index}/content`),
  );
  const tools = specs.map((spec) => String(at(spec, "name")));
  return joinContent({ tools }, readContent(listAt(body, "system"), "/system"), ...messages);
}

function readContent(content: readonly Json[], path: string): RequestContent {
  return joinContent(...content.map((block, index) => readBlock(block, `${path}/${index}`)));
}

function readBlock(block: Json, path: string): RequestContent {
  const [use, result] = [at(block, "toolUse"), at(block, "toolResult")];
  if (isObject(use)) return joinContent(callAt(path, at(use, "name"), at(use, "input")));
  if (isObject(result)) return joinContent(resultAt(path, listAt(result, "content").map(textIn).join("")));
  return joinContent(textAt(path, at(block, "text")));
}

function textIn(block: Json): string {
  const [text, json] = [at(block, "text"), at(block, "json")];
  if (typeof text === "string") return text;
  return json === undefined ? "" : asText(json);
}
