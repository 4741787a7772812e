import { isObject, type Json, type JsonObject } from "@toolglot/core";
import { Refused } from "../refused.ts";

/** The objects of a list; what is no list has none. */
export function objects(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter((item: Json): item is JsonObject => isObject(item)) : [];
}

export function object(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

export function string(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

/** Text as it is, or the texts of a list of parts. */
export function texts(content: Json | undefined): string {
  if (typeof content === "string") return content;
  return objects(content)
    .map(({ text }) => string(text))
    .filter((text) => text !== "")
    .join("\n");
}

/** The model, without which nothing can be asked. */
export function modelOf(model: Json | undefined): string {
  if (typeof model === "string" && model !== "") return model;
  throw new Refused("you must provide a model parameter", { param: "model" });
}
