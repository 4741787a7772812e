import type { DialectId, Json, JsonObject } from "@toolglot/core";
import { ConversionError, isObject, JsonError, jsonIn, StreamError } from "@toolglot/core/base";
import { defaultBinding } from "../bindings/index.ts";
import { core } from "../late-core.ts";

const { dialect: NEUTRAL } = defaultBinding;

/** A client's request in the default dialect, so that all clients look alike. */
export function neutralRequest(client: DialectId, body: JsonObject): JsonObject | undefined {
  return translated(() => core.value.createBridge({ client, provider: NEUTRAL }).request(body).value);
}

/** A provider's response in the default dialect, whether it came whole or as a stream. */
export function neutralResponse(provider: DialectId, text: string): JsonObject | undefined {
  const bridge = core.value.createBridge({ client: NEUTRAL, provider });
  return translated(() => {
    const body = jsonIn(text);
    const { value, status } = body === undefined ? bridge.assemble(text) : bridge.response(body);
    return status === undefined ? value : undefined;
  });
}

// What cannot be translated was answered with an error, and has no content.
function translated(translate: () => unknown): JsonObject | undefined {
  try {
    const value = translate() as Json | undefined;
    return isObject(value ?? null) ? (value as JsonObject) : undefined;
  } catch (error) {
    if (error instanceof ConversionError || error instanceof StreamError || error instanceof JsonError)
      return undefined;
    throw error;
  }
}

/** The objects of a list, if it is one. */
export function objectsIn(list: Json | undefined): JsonObject[] {
  return Array.isArray(list) ? list.filter((each) => isObject(each)) : [];
}
