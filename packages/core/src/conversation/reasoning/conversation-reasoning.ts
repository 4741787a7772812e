import { reasoningToReturn } from "../../mapping/settings/model-rules.ts";
import type { Message } from "../../model/message.ts";
import type { Part } from "../../model/part.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Steps } from "../../model/steps.ts";
import type { Report } from "../../report.ts";
import type { AnswerTranslation } from "../bridge-types.ts";
import type { Conversation } from "../conversation.ts";
import { type DecodedRequest, withAddress } from "../request/decode-request.ts";
import { withExtraSignatures } from "./call-signature.ts";
import { withCarriedReasoning } from "./carry.ts";
import { reasoningKeysIn } from "./model-turns.ts";
import { type RecordContext, recordReasoning } from "./record.ts";
import { withRequiredReasoning } from "./required-reasoning.ts";
import { restoreReasoning } from "./restore.ts";
import { nativeSignatures } from "./signatures.ts";

/**
 * The messages of a request with the reasoning that the provider gets: stored and carried reasoning is restored, the
 * reasoning of other vendors removed, and what the model requires added.
 */
export function reasoningForProvider(
  request: CanonicalRequest,
  conversation: Conversation,
  report: Report,
): readonly Message[] {
  const { provider, options } = conversation;
  const { id: dialect } = provider;
  const profile = provider.profile.conversation;
  const { signatureVendor: vendor = dialect } = profile;
  const required = reasoningToReturn(request, profile);
  // A model that requires reasoning takes it without a signature.
  const takesPlain = required !== undefined && required !== "never";
  const target = {
    vendor,
    dialect,
    provider: options.providerName,
    profile: takesPlain ? { ...profile, plainReasoning: true } : profile,
  };
  const restored = withStored(request, conversation, report);
  const adopted = withExtraSignatures(restored, vendor, profile.extraSignature);
  const carried = withCarriedReasoning(adopted, { vendor, dummySignature: profile.dummySignature }, report);
  return withRequiredReasoning(nativeSignatures(carried, target, report), required, report);
}

/** The keys under which reasoning of this conversation may have been stored. */
export function* storedReasoningKeys({ request, ledger }: DecodedRequest, conversation: Conversation): Steps<string[]> {
  if (request === undefined) return [];
  const requested = conversation.withProviderModel(withAddress(request, conversation));
  // Tools may have been found in a turn without calls.
  const withTexts = needsEveryTurn(requested, conversation) || conversation.options.emulateToolSearch !== undefined;
  return yield* reasoningKeysIn(request.messages, withTexts, ledger.budget);
}

/** What to record of a response's reasoning; nothing for a request that could not be decoded. */
export function recordContext(conversation: Conversation): RecordContext | undefined {
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

/** The reasoning in a response that may be stored. */
export function recordedReasoning(
  parts: readonly Part[] = [],
  conversation: Conversation,
): Pick<AnswerTranslation, "reasoning"> {
  const context = recordContext(conversation);
  return context === undefined ? {} : { reasoning: recordReasoning(parts, context) };
}

function withStored(request: CanonicalRequest, conversation: Conversation, report: Report): readonly Message[] {
  const { storedReasoning, provider } = conversation;
  const { providerName } = conversation.options;
  if (storedReasoning === undefined || providerName === undefined) return request.messages;
  const { signatureVendor: vendor = provider.id, extraSignature } = provider.profile.conversation;
  const messages = withExtraSignatures(request.messages, vendor, extraSignature);
  const target = { provider: providerName, vendor, withTexts: needsEveryTurn(request, conversation) };
  return restoreReasoning(messages, storedReasoning, target, report);
}

// Most models need the reasoning before calls alone: responses without calls are looked up for those that need all of it.
function needsEveryTurn(request: CanonicalRequest, { provider }: Conversation): boolean {
  return reasoningToReturn(request, provider.profile.conversation) === "every-turn";
}
