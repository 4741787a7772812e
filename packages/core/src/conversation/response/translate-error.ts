// Error bodies of a provider.

import { isNativeError, withMissingFields } from "../../mapping/nodes/failure.ts";
import type { Json } from "../../model/json.ts";
import type { ErrorTranslation } from "../bridge-types.ts";
import type { Conversation } from "../conversation.ts";

/** A provider's error in the client's envelope; within one dialect the body stays, with the fields that it lacks. */
export function translateError(status: number, body: Json, { client, provider }: Conversation): ErrorTranslation {
  const failure = provider.errors.decode(body, status);
  const hint = failure.retryAfter === undefined ? {} : { retryAfter: failure.retryAfter };
  const encoded = client.errors.encode(failure);
  const { conversation } = client.profile;
  // A compatible server may send errors in the envelope of another API: llama.cpp has one envelope for all of its APIs.
  if (client !== provider || !isNativeError(body, conversation)) return { ...encoded, ...hint };
  return { status, value: withMissingFields(body, encoded.value, conversation), ...hint };
}
