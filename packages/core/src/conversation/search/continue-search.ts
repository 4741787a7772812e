// The request after a search: the same conversation, with the calls of the search, their results, and the tools that
// were found.

import { copyRequest } from "../../mapping/nodes/request.ts";
import { copyResponse, createCandidate } from "../../mapping/nodes/response.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Message } from "../../model/message.ts";
import type { Part } from "../../model/part.ts";
import type { CanonicalResponse } from "../../model/response.ts";
import { Report } from "../../report.ts";
import { finish } from "../../steps.ts";
import type { Conversation } from "../conversation.ts";
import { originateCaching } from "../features.ts";
import { declareLoadedTools } from "../request/loaded-tools.ts";
import { requestToProvider } from "../request/translate-request.ts";
import type { EmulatedSearch } from "./emulated-search.ts";
import { withSearchFunction } from "./hide-tools.ts";

/** The provider's request that continues a turn after its searches: with what they have found, and the tools of it. */
export function continueSearch(parts: readonly Part[], search: EmulatedSearch, conversation: Conversation): JsonObject {
  const { provider } = conversation;
  search.answer(parts);
  const report = new Report(conversation.requestLedger(), "from_canonical");
  const requested = withSearchFunction(declareLoadedTools(conversation.request ?? { messages: [] }), search);
  const request = finish(requestToProvider(requested, conversation, report));
  const role = provider.profile.conversation.resultsInUserTurn ? "user" : "tool";
  const rounds = search.rounds.flatMap(({ parts: said, results }): Message[] => [
    { role: "assistant", parts: said },
    { role, parts: results },
  ]);
  const messages = [...request.messages, ...rounds];
  const value = finish(provider.request.encode(copyRequest(request, { messages }), report)) as JsonObject;
  return originateCaching(value, conversation, report);
}

/** Whether the model waits for the result of a search, and for nothing of the client's. */
export function awaitsSearch({ candidates: [first] }: CanonicalResponse, search: EmulatedSearch): boolean {
  const calls = first?.parts.filter((part) => part.type === "call") ?? [];
  return calls.length > 0 && calls.every((call) => search.isSearch(call));
}

/** The response without the calls of the search, which the client does not know. */
export function hideSearches(response: CanonicalResponse, search: EmulatedSearch): CanonicalResponse {
  const isForClient = (part: Part) => part.type !== "call" || !search.isSearch(part);
  const candidates = response.candidates.map((each) =>
    createCandidate(each, { parts: each.parts.filter(isForClient), finishReason: each.finishReason }),
  );
  return copyResponse(response, candidates);
}
