// The feature `storedReasoning`: see `StoredReasoning` in `conversation/features.ts`.

import { reasoningToReturn } from "../../mapping/settings/model-rules.ts";
import type { Message } from "../../model/message.ts";
import type { ReasoningRecord } from "../../model/reasoning.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Steps } from "../../model/steps.ts";
import type { Report } from "../../report.ts";
import type { Conversation } from "../conversation.ts";
import type { ReasoningRecorder, StoredReasoning } from "../features.ts";
import { type DecodedRequest, withAddress } from "../request/decode-request.ts";
import { withExtraSignatures } from "./call-signature.ts";
import { reasoningKeysIn } from "./model-turns.ts";
import { PartCollector } from "./part-collector.ts";
import { type RecordContext, recordReasoning } from "./record.ts";
import { restoreReasoning } from "./restore.ts";

/** Stores reasoning that clients cannot send back, for the option `providerName`. */
export const storedReasoning: StoredReasoning = {
  feature: "storedReasoning",
  keys: storedReasoningKeys,
  restore,
  record: (parts, conversation) => {
    const context = recordContext(conversation);
    return context && recordReasoning(parts, context);
  },
  recorder: (conversation) => {
    const context = recordContext(conversation);
    return context && (() => new RecordingCollector(context));
  },
};

class RecordingCollector extends PartCollector implements ReasoningRecorder {
  private readonly context: RecordContext;

  constructor(context: RecordContext) {
    super();
    this.context = context;
  }

  records(): readonly ReasoningRecord[] {
    // Most responses have no reasoning, and their texts need not be joined to know it.
    if (this.isPlain && this.context.loaded().length === 0) return [];
    return recordReasoning(this.parts(), this.context);
  }
}

function* storedReasoningKeys({ request, ledger }: DecodedRequest, conversation: Conversation): Steps<string[]> {
  if (request === undefined) return [];
  const requested = conversation.withProviderModel(withAddress(request, conversation));
  // Tools may have been found in a turn without calls.
  const withTexts = needsEveryTurn(requested, conversation) || conversation.options.emulateToolSearch !== undefined;
  return yield* reasoningKeysIn(request.messages, withTexts, ledger.budget);
}

/** What to record of a response's reasoning; nothing for a request that could not be decoded. */
function recordContext(conversation: Conversation): RecordContext | undefined {
  const { requestLike: request, client, provider, isSameDialect } = conversation;
  const { providerName } = conversation.options;
  if (request === undefined || providerName === undefined) return undefined;
  const optionalIds = client.profile.conversation.optionalCallIds === true;
  const everyTurn = needsEveryTurn(conversation.withProviderModel(request), conversation);
  const fewest = isSameDialect ? "plain" : "none";
  const withTexts = everyTurn ? "all" : fewest;
  const kept = conversation.keepRequest();
  const messages = () => kept()?.messages ?? [];
  const loaded = () => conversation.search?.found ?? [];
  return { provider: providerName, vendor: provider.id, messages, optionalIds, withTexts, loaded };
}

function restore(request: CanonicalRequest, conversation: Conversation, report: Report): readonly Message[] {
  const { storedReasoning, provider } = conversation;
  const { providerName } = conversation.options;
  if (storedReasoning === undefined || providerName === undefined) return request.messages;
  const { signatureVendor: vendor = provider.id, extraSignature } = provider.profile.conversation;
  const messages = withExtraSignatures(request.messages, vendor, extraSignature);
  const withTexts = needsEveryTurn(request, conversation);
  return restoreReasoning(messages, { kept: storedReasoning, provider: providerName, vendor, withTexts }, report);
}

// Most models need the reasoning before calls alone: responses without calls are looked up for those that need all of it.
function needsEveryTurn(request: CanonicalRequest, { provider }: Conversation): boolean {
  return reasoningToReturn(request, provider.profile.conversation) === "every-turn";
}
