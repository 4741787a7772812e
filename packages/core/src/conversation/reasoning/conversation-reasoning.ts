// All that happens to the reasoning in a request, in one place, and what is recorded of that in a response.

import { reasoningToReturn } from "../../mapping/settings/model-rules.ts";
import type { Message } from "../../model/message.ts";
import type { Part } from "../../model/part.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import type { AnswerTranslation } from "../bridge-types.ts";
import type { Conversation } from "../conversation.ts";
import { featuresOf } from "../features.ts";
import { withExtraSignatures } from "./call-signature.ts";
import { withCarriedReasoning } from "./carry.ts";
import { withRequiredReasoning } from "./required-reasoning.ts";
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
  const restored = featuresOf(conversation).storedReasoning?.restore(request, conversation, report) ?? request.messages;
  const adopted = withExtraSignatures(restored, vendor, profile.extraSignature);
  const carried = withCarriedReasoning(adopted, { vendor, dummySignature: profile.dummySignature }, report);
  return withRequiredReasoning(nativeSignatures(carried, target, report), required, report);
}

/** The reasoning in a response that may be stored. */
export function recordedReasoning(
  parts: readonly Part[] = [],
  conversation: Conversation,
): Pick<AnswerTranslation, "reasoning"> {
  const reasoning = featuresOf(conversation).storedReasoning?.record(parts, conversation);
  return reasoning === undefined ? {} : { reasoning };
}
