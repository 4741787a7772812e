// A whole response, from the provider's body to the client's.

import { reportDuplicates } from "../../mapping/duplicate-keys.ts";
import { copyResponse } from "../../mapping/nodes/response.ts";
import type { Json } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import { Report } from "../../report.ts";
import type { AnswerTranslation, ResponseOptions } from "../bridge-types.ts";
import type { Conversation } from "../conversation.ts";
import { canContinueTurns, featuresOf, type JoinedResponses, refusePause, withoutSearches } from "../features.ts";
import { recordedReasoning } from "../reasoning/conversation-reasoning.ts";
import { responseContext } from "./response-context.ts";
import { ResponseTranslator } from "./response-translator.ts";
import { translatorContext } from "./translator-context.ts";

/** Translates a provider's response for the client. */
export function translateResponse(
  body: Json,
  conversation: Conversation,
  { continues }: ResponseOptions,
): AnswerTranslation {
  const { client, provider } = conversation;
  const ledger = conversation.responseLedger();
  const decoding = new Report(ledger, "to_canonical");
  const { pausedTurns } = featuresOf(conversation);
  const earlier = pausedTurns?.bodiesOf(continues) ?? [];
  const decode = (each: Json) => {
    reportDuplicates(each, decoding);
    return provider.response.decode(each, decoding);
  };
  const last = decode(body);
  const joined = pausedTurns?.join(earlier.map(decode), last) ?? last;
  const response = withoutSearches(joined, conversation);
  // The dialect writes back what decoding changed.
  if (conversation.isSameDialect) ledger.forgetChanges();
  const { usage, usedTier: tier } = response;
  if (response.failure !== undefined)
    return { ...client.errors.encode(response.failure), losses: [], changes: [], usage, tier };
  const report = new Report(ledger, "from_canonical");
  const translator = new ResponseTranslator(translatorContext(conversation), report);
  const candidates = response.candidates.map((candidate) => translator.candidate(candidate));
  const [first] = candidates;
  const failure = first && translator.failure(first.finishReason, first.parts.some(isOutput));
  if (failure !== undefined)
    return { ...client.errors.encode(failure), losses: ledger.losses(), changes: [], usage, tier };
  const answered = copyResponse(response, candidates, conversation.options.clientModel);
  return {
    value: client.response.encode(answered, report, responseContext(conversation, body)),
    losses: ledger.losses(),
    changes: ledger.changes(),
    usage,
    tier,
    ...recordedReasoning(first?.parts, conversation),
    ...(translator.hasCalls ? {} : pausedTurn([...earlier, body], { last, joined }, conversation)),
  };
}

function pausedTurn(
  bodies: readonly Json[],
  responses: JoinedResponses,
  conversation: Conversation,
): Pick<AnswerTranslation, "paused"> {
  if (!canContinueTurns(conversation)) return {};
  const { pausedTurns } = featuresOf(conversation);
  const [first] = responses.joined.candidates;
  if (pausedTurns === undefined && first !== undefined) refusePause(first.finishReason);
  const paused = pausedTurns?.pause(bodies, responses, conversation);
  return paused === undefined ? {} : { paused };
}

// A response that is withheld may hold an empty text.
function isOutput(part: Part): boolean {
  return part.type !== "text" || part.text !== "";
}
