import type { Json, JsonObject } from "@toolglot/core";
import { isObject } from "@toolglot/core/base";

/** The first positive number at one of these paths of a body. */
export function numberAt(body: JsonObject, ...paths: readonly (readonly string[])[]): number | undefined {
  return paths.map((path) => valueAt(body, path)).find((value) => typeof value === "number" && value > 0) as
    | number
    | undefined;
}

function valueAt(body: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (value, name) => (isObject(value ?? null) ? (value as JsonObject)[name] : undefined),
    body,
  );
}
