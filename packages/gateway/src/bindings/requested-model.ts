import type { Json, JsonObject } from "@toolglot/core";
import type { RouteMatch } from "./binding.ts";

/** The model that a request asks for: some dialects have it in the path. */
export function requestedModel({ binding, params }: RouteMatch, body: JsonObject): Json | undefined {
  const { model } = params;
  if (model === undefined) return body.model;
  return binding.client.modelName?.(model) ?? model;
}
