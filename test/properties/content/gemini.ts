import type { Json } from "@toolglot/core";
import type { Fields } from "../dialects.ts";
import { asText, at, callAt, isObject, joinContent, listAt, type RequestContent, resultAt, textAt } from "./common.ts";

/** What a request of generateContent says (B2, B5 and B6 of the wire facts). */
export function read(body: Fields): RequestContent {
  const tools = listAt(body, "tools").flatMap((tool) =>
    listAt(tool, "functionDeclarations").map((each) => String(at(each, "name"))),
  );
  const contents = listAt(body, "contents").map((content, index) => readContent(content, `/contents/${index}`));
  return joinContent({ tools }, readContent(at(body, "systemInstruction"), "/systemInstruction"), ...contents);
}

function readContent(content: Json | undefined, path: string): RequestContent {
  return joinContent(...listAt(content, "parts").map((part, index) => readPart(part, `${path}/parts/${index}`)));
}

function readPart(part: Json, path: string): RequestContent {
  const [call, answer] = [at(part, "functionCall"), at(part, "functionResponse")];
  if (isObject(call)) return joinContent(callAt(path, at(call, "name"), at(call, "args")));
  if (isObject(answer)) return joinContent(resultAt(path, asText(outputOf(at(answer, "response") as Fields))));
  return joinContent(textAt(path, at(part, "text")));
}

// B6: `output` for success, `error` for failure, else the whole object.
function outputOf(response: Fields): Json {
  return response.output ?? response.error ?? response;
}
