// The request that continues a paused turn: see `paused-turn.ts`.

import { isArray } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { CanonicalResponse } from "../../model/response.ts";
import { Report } from "../../report.ts";
import { finish } from "../../steps.ts";
import type { PausedTurn } from "../bridge-types.ts";
import type { Conversation } from "../conversation.ts";
import { featuresOf, type JoinedResponses, originateCaching, type PausedTurns } from "../features.ts";
import { joinAnswers, PausableTurn, PausedAnswer, type PausedContent } from "../paused-turn.ts";
import { declareLoadedTools } from "../request/loaded-tools.ts";
import { requestToProvider } from "../request/translate-request.ts";

/** Continues turns that the provider pauses, for clients whose dialect cannot. */
export const pausedTurns: PausedTurns = {
  feature: "pausedTurns",
  bodiesOf: (continues) => (continues instanceof PausedAnswer ? continues.bodies : []),
  join: joinAnswers,
  pause: pausedTurn,
  stream: (emit, conversation) => {
    const { search } = conversation;
    return new PausableTurn(emit, {
      continueTurn: (paused) => continueTurn(paused, conversation),
      isSearch: (call) => search?.isSearch(call) ?? false,
    });
  },
};

// Only where the bridge can continue it.
function pausedTurn(
  bodies: readonly Json[],
  { last, joined }: JoinedResponses,
  conversation: Conversation,
): PausedTurn | undefined {
  const [first] = joined.candidates;
  if (first === undefined || first.parts.length === 0) return undefined;
  if (first.finishReason.reason !== "pause" && !awaitsSearch(last, conversation)) return undefined;
  return new PausedAnswer(bodies, () => continueTurn(first, conversation));
}

function awaitsSearch(response: CanonicalResponse, conversation: Conversation): boolean {
  const { search } = conversation;
  return (search && featuresOf(conversation).toolSearch?.isAwaited(response, search)) ?? false;
}

// The same request again, followed by the turn as the provider wrote it.
function continueTurn({ parts, finishReason }: PausedContent, conversation: Conversation): JsonObject {
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
