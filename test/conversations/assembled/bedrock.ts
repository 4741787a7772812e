import { isObject, type Json, type JsonObject, parseJson } from "@toolglot/core";
import { listIn, objectIn } from "./values.ts";

/** The response that events add up to: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStreamOutput.html */
export function assemble(events: readonly JsonObject[]): JsonObject {
  const blocks: JsonObject[] = [];
  let response: JsonObject = {};
  for (const event of events) {
    const { contentBlockStart: start, contentBlockDelta: delta, messageStop, metadata } = event;
    if (isObject(start)) blocks[indexOf(start)] = objectIn(start.start);
    if (isObject(delta)) blocks[indexOf(delta)] = grown(blocks[indexOf(delta)] ?? {}, objectIn(delta.delta));
    response = { ...response, ...objectIn(messageStop), ...objectIn(metadata) };
  }
  return { output: { message: { role: "assistant", content: blocks.map(settled) } }, ...response };
}

function indexOf({ contentBlockIndex }: JsonObject): number {
  return Number(contentBlockIndex);
}

function grown(block: JsonObject, { text, toolUse, reasoningContent, citation, image }: JsonObject): JsonObject {
  if (isObject(image)) return { image: { ...objectIn(block.image), ...image } };
  if (isObject(toolUse))
    return { toolUse: { ...objectIn(block.toolUse), input: joined(objectIn(block.toolUse).input, toolUse.input) } };
  if (isObject(reasoningContent))
    return { reasoningContent: thought(objectIn(block.reasoningContent), reasoningContent) };
  if (citation !== undefined) return { ...block, citations: [...listIn(block.citations), citation] };
  return { ...block, text: joined(block.text, text) };
}

function thought(before: JsonObject, { text, signature, redactedContent }: JsonObject): JsonObject {
  if (redactedContent !== undefined)
    return {
      redactedContent: Buffer.concat([before.redactedContent, redactedContent].map(bytesOf)).toString("base64"),
    };
  const { reasoningText } = before;
  const known = objectIn(reasoningText);
  const signed = signature === undefined ? {} : { signature };
  return { reasoningText: { ...known, text: joined(known.text, text), ...signed } };
}

function bytesOf(base64: Json | undefined): Buffer {
  return Buffer.from(String(base64 ?? ""), "base64");
}

function joined(before: Json | undefined, more: Json | undefined): string {
  return String(before ?? "") + String(more ?? "");
}

// The input of a call is JSON, and a text with sources is a block of another kind.
function settled({ citations, ...block }: JsonObject): JsonObject {
  if (citations !== undefined) return { citationsContent: { content: [{ text: block.text ?? "" }], citations } };
  const { toolUse } = block;
  if (!isObject(toolUse)) return block;
  const { input } = toolUse;
  return { toolUse: { ...toolUse, input: typeof input === "string" && input !== "" ? parsed(input) : {} } };
}

// Incomplete input stays as it is.
function parsed(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
