// Within one dialect, requests of clients that are written for a lenient server may lack what the provider requires.

import { nativeTraffic } from "../../dialects/native.ts";
import type { Ledger } from "../../ledger.ts";
import type { JsonObject } from "../../model/json.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import { Report } from "../../report.ts";
import type { Conversation } from "../conversation.ts";

/** A request within one dialect, with what the provider requires and lenient clients leave out. */
export function normalizePassedRequest(
  value: JsonObject,
  request: CanonicalRequest,
  conversation: Conversation,
  ledger: Ledger,
): JsonObject {
  const { normalizeRequest } = nativeTraffic(conversation.provider);
  if (normalizeRequest === undefined) return value;
  return normalizeRequest(value, conversation.modelFor(request), new Report(ledger, "from_canonical"));
}
