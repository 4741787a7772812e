// The request that continues a paused turn: see `paused-turn.ts`.

import { isArray } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { CanonicalResponse } from "../../model/response.ts";
import { Report } from "../../report.ts";
import { finish } from "../../steps.ts";
import type { AnswerTranslation } from "../bridge-types.ts";
import type { Conversation } from "../conversation.ts";
import { featuresOf, originateCaching } from "../features.ts";
import { PausedAnswer, type PausedContent } from "../paused-turn.ts";
import { declareLoadedTools } from "../request/loaded-tools.ts";
import { requestToProvider } from "../request/translate-request.ts";

/** Whether the provider can pause a turn that the client's dialect has no way to continue. */
export function canContinueTurns({ client, provider, request, search }: Conversation): boolean {
  if (search !== undefined) return true;
  if (client.profile.conversation.pausedTurnField !== undefined) return false;
  return provider.profile.conversation.pausedTurnField !== undefined && request !== undefined;
}

/** The paused turn of a response, where the bridge can continue it: the last of its bodies, and all of them joined. */
export function pausedTurn(
  bodies: readonly Json[],
  { last, joined }: { readonly last: CanonicalResponse; readonly joined: CanonicalResponse },
  conversation: Conversation,
): Pick<AnswerTranslation, "paused"> {
  const [first] = joined.candidates;
  if (first === undefined || first.parts.length === 0 || !canContinueTurns(conversation)) return {};
  if (first.finishReason.reason !== "pause" && !awaitsSearch(last, conversation)) return {};
  return { paused: new PausedAnswer(bodies, () => continueTurn(first, conversation)) };
}

function awaitsSearch(response: CanonicalResponse, conversation: Conversation): boolean {
  const { search } = conversation;
  return (search && featuresOf(conversation).toolSearch?.isAwaited(response, search)) ?? false;
}

/** The provider's request that continues a turn: the same request again, followed by the turn as the provider wrote it. */
export function continueTurn({ parts, finishReason }: PausedContent, conversation: Conversation): JsonObject {
  const { provider, search } = conversation;
  const { toolSearch } = featuresOf(conversation);
  if (search !== undefined && toolSearch !== undefined && finishReason.reason !== "pause")
    return toolSearch.resume(parts, search, conversation);
  const report = new Report(conversation.requestLedger(), "from_canonical");
  const requested = declareLoadedTools(conversation.request ?? { messages: [] });
  const request = finish(requestToProvider(requested, conversation, report));
  const value = finish(provider.request.encode(request, report)) as JsonObject;
  const turn = finish(provider.messages.encode([{ role: "assistant", parts }], report));
  const { pausedTurnField: field = "" } = provider.profile.conversation;
  const { [field]: before } = value;
  const continued = { ...value, [field]: [...(isArray(before) ? before : []), ...turn], ...finishReason.resume };
  return originateCaching(continued, conversation, report);
}
