import { isEmpty, isObject } from "../../../json/value.ts";
import { readSignature, signatureText } from "../../../mapping/nodes/signature.ts";
import type { Json, JsonObject } from "../../../model/json.ts";
import type { Signature } from "../../../model/signature.ts";
import type { ChatQuirk } from "../quirk.ts";

/**
 * Gemini's finish reason for a malformed call, as its OpenAI-compatible endpoint and OpenRouter send it:
 * https://ai.google.dev/api/generate-content#FinishReason
 */
export const google: ChatQuirk = {
  finishReasons: { malformed_function_call: "malformed", MALFORMED_FUNCTION_CALL: "malformed" },
};

/**
 * Reads the signature in a call's `extra_content`: Gemini's own, which it requires in later requests
 * (https://ai.google.dev/gemini-api/docs/thought-signatures), or that of another vendor, kept there by `extraContentFor`.
 */
export function signatureIn(extra: JsonObject, dialect: string): Signature {
  const { toolglot, ...rest } = extra;
  const kept = isObject(toolglot) ? toolglot.signature : undefined;
  if (typeof kept !== "string") return { vendor: dialect, value: extra };
  return isEmpty(rest) ? readSignature(kept, dialect) : { ...readSignature(kept, dialect), extra: rest };
}

/** Writes a signature as the `extra_content` of a call, so that the client sends it back. */
export function extraContentFor(signature: Signature, dialect: string): Json {
  if (signature.vendor === dialect && isObject(signature.value)) return signature.value;
  return {
    ...(isObject(signature.extra) ? signature.extra : {}),
    toolglot: { signature: signatureText(signature, dialect) },
  };
}
