import type { Json, JsonObject } from "@toolglot/core";
import { isObject, stringifyJson } from "@toolglot/core/base";
import { sha256 } from "../config/sha256.ts";
import type { GenerateRequest } from "./generate-request.ts";

/**
 * What the requests of one conversation of one caller have in common: the session that the client names, or the beginning of
 * the conversation. It is a hash, which tells neither.
 */
export async function conversationKey(
  { match, headers, caller }: Pick<GenerateRequest, "match" | "headers" | "caller">,
  body: JsonObject,
): Promise<string> {
  const session = match.binding.client.sessionOf?.(body, headers) ?? beginningOf(body);
  return (await sha256(stringifyJson([caller.tenant, session]))).slice(0, 32);
}

/** The messages up to the first one of the user, which later requests repeat. */
function beginningOf({ messages = null, input = messages, contents = input }: JsonObject): Json {
  if (!Array.isArray(contents)) return contents;
  const list = contents as readonly Json[];
  return list.slice(0, list.findIndex(isFromUser) + 1);
}

function isFromUser(message: Json): boolean {
  return isObject(message) && (message.role === "user" || message.role === undefined);
}
