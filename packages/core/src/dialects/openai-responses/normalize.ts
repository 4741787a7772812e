import { jsonIn } from "../../json/parse.ts";
import { isArray, isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import { OWN_MODELS } from "./models.ts";
import { EventNumbering } from "./numbering.ts";

/** Adds the numbers by which OpenAI's SDK finds the items of a stream. */
export function normalizeFrame(): (frame: string) => string {
  const numbering = new EventNumbering();
  return (frame) => numbering.number(frame);
}

/**
 * llama.cpp's first event has neither `output` nor `created_at` nor `model`; its later ones lack indexes, and calls are not done
 * before the next begin. OpenAI's SDK and the AI SDK throw at the first.
 * https://github.com/ggml-org/llama.cpp/blob/master/tools/server/server-task.cpp
 */
export function needsRewriting(frame: string): boolean {
  if (OUTPUT.test(frame)) return false;
  const event = jsonIn(frame);
  const response = isObject(event) && event.type === "response.created" ? event.response : undefined;
  return isObject(response) && !isArray(response.output);
}

const OUTPUT = /"output":\s*\[/;

/**
 * Adapts a request for compatible servers: llama.cpp refuses an assistant's message without a `type`, and reasoning
 * whose `encrypted_content` is empty. OpenAI's own models take both.
 * https://github.com/ggml-org/llama.cpp/blob/master/tools/server/server-common.cpp
 */
export function normalizeRequest(body: JsonObject, model: string | undefined, report: Report): JsonObject {
  const { input } = body;
  if (!isArray(input) || model === undefined || OWN_MODELS.test(model)) return body;
  const items = input.map((item, index) => normalized(item, report.at("input").at(index)));
  return items.some((item, index) => item !== input[index]) ? { ...body, input: items } : body;
}

function normalized(item: Json, report: Report): Json {
  if (!isObject(item)) return item;
  if (item.type === undefined && item.role === "assistant") {
    report.at("type").change("item-type", "message");
    return { type: "message", ...item };
  }
  if (item.type !== "reasoning" || item.encrypted_content !== "") return item;
  report.at("encrypted_content").change("null-field");
  const { encrypted_content: _, ...rest } = item;
  return rest;
}
