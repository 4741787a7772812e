// Responses within one dialect.

import { EMPTY_RESPONSE, isFailedResponse, isNativeError, withMissingFields } from "../../mapping/nodes/failure.ts";
import { ConversionError } from "../../model/error.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { CanonicalResponse } from "../../model/response.ts";
import { Report } from "../../report.ts";
import type { AnswerTranslation } from "../bridge-types.ts";
import type { Conversation } from "../conversation.ts";
import { recordedReasoning } from "../reasoning/conversation-reasoning.ts";
import { responseModel } from "./response-model.ts";

/** A response that the client gets as it is; it is decoded for its usage, its reasoning, and errors sent as a success. */
export function passResponse(body: Json, conversation: Conversation): AnswerTranslation {
  const { client, provider } = conversation;
  const value = (responseModel(conversation)?.body(body) ?? body) as JsonObject;
  const passed = { value, losses: [], changes: [] };
  const report = new Report(conversation.responseLedger(), "to_canonical");
  try {
    return withFindings(passed, provider.response.decode(body, report), conversation);
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    // The client may understand what cannot be decoded here, unless there is nothing of a response in it.
    const isEmpty = error.code === "missing-field" && error.path === "";
    return isEmpty ? { ...passed, ...client.errors.encode(EMPTY_RESPONSE) } : passed;
  }
}

function withFindings(
  passed: AnswerTranslation,
  { failure, usage, usedTier: tier, candidates: [first] }: CanonicalResponse,
  conversation: Conversation,
): AnswerTranslation {
  const found = { ...passed, usage, tier };
  if (failure === undefined) return { ...found, ...recordedReasoning(first?.parts, conversation) };
  const { value } = passed;
  const { conversation: profile } = conversation.client.profile;
  const { status, value: encoded } = conversation.client.errors.encode(failure);
  if (isFailedResponse(value, profile)) return { ...found, status };
  // An error without the dialect's envelope gets it.
  const error = isNativeError(value, profile) ? withMissingFields(value, encoded, profile) : encoded;
  return { ...found, status, value: error };
}
