// What a stream needs of its conversation.

import type { Ledger } from "../../ledger.ts";
import type { Dialect, ResponseContext } from "../../model/dialect.ts";
import type { StreamEvent } from "../../model/event.ts";
import type { Conversation } from "../conversation.ts";
import { canContinueTurns, featuresOf, type MakeRecorder, type StreamedTurn } from "../features.ts";
import { responseContext } from "../response/response-context.ts";
import { type ResponseTranslatorContext, translatorContext } from "../response/translator-context.ts";
import type { EmulatedSearch } from "../search/emulated-search.ts";

/** What a stream is translated, or passed through, by. */
export interface StreamContext {
  readonly client: Dialect;
  readonly provider: Dialect;
  readonly ledger: Ledger;
  readonly translator: ResponseTranslatorContext;
  readonly response: ResponseContext;
  /** The model that the response names, whichever model made it. */
  readonly model: string | undefined;
  /** Makes what records the response's reasoning, where it can be stored. */
  readonly recorder: MakeRecorder | undefined;
  /** Makes what joins a turn and its continuations, where the provider may pause and the client cannot continue. */
  readonly makeTurn: ((emit: (event: StreamEvent) => void) => StreamedTurn | undefined) | undefined;
  /** The tool search that the bridge does for the provider's model. */
  readonly search: EmulatedSearch | undefined;
}

/** The context of a conversation's next stream. */
export function streamContext(conversation: Conversation): StreamContext {
  const { storedReasoning, pausedTurns } = featuresOf(conversation);
  return {
    client: conversation.client,
    provider: conversation.provider,
    ledger: conversation.responseLedger(),
    translator: translatorContext(conversation),
    response: responseContext(conversation, null),
    model: conversation.options.clientModel,
    recorder: storedReasoning?.recorder(conversation),
    makeTurn: canContinueTurns(conversation) ? (emit) => pausedTurns?.stream(emit, conversation) : undefined,
    search: conversation.search,
  };
}
