import type { Json, JsonObject } from "@toolglot/core";
import { isObject } from "@toolglot/core/base";
import { RefusedRequest } from "../refused-request.ts";

/** The objects of a list; none if the value is no list. */
export function objects(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter((item: Json): item is JsonObject => isObject(item)) : [];
}

export function object(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

export function string(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

/** A text, or the joined texts of a list of parts. */
export function texts(content: Json | undefined): string {
  if (typeof content === "string") return content;
  return objects(content)
    .map(({ text }) => string(text))
    .filter((text) => text !== "")
    .join("\n");
}

/** The texts of all user messages. */
export function userTexts(messages: readonly JsonObject[]): string[] {
  return messages.filter(({ role }) => role === "user").map(({ content }) => texts(content));
}

/** The model; throws if there is none. */
export function requireModel(model: Json | undefined): string {
  if (typeof model === "string" && model !== "") return model;
  throw new RefusedRequest("you must provide a model parameter", { param: "model" });
}
