// The signatures of a response, as the client has to keep them: each names the vendor and the provider that made it, so
// that later requests return it to those alone.

import { redactSignature } from "../../mapping/nodes/signature.ts";
import type { CallPart } from "../../model/call.ts";
import type { ReasoningPart } from "../../model/content.ts";
import type { ConversationProfile } from "../../model/conversation-profile.ts";
import type { Part } from "../../model/part.ts";
import type { Signature } from "../../model/signature.ts";
import { nestSignature, signatureOrigin } from "../reasoning/call-signature.ts";
import { carrierSignature, type PartBeforeCall } from "../reasoning/carry.ts";
import type { ResponseTranslatorContext } from "./translator-context.ts";

/** Translates the signatures of calls and of reasoning. */
export class ResponseSignatures {
  private readonly context: ResponseTranslatorContext;

  constructor(context: ResponseTranslatorContext) {
    this.context = context;
  }

  /** The signature of a call, as the client's dialect holds it. */
  ofCall(signature: Signature): Signature {
    const { vendor, profile, extraSignature } = this.context;
    if (profile.extraContent !== true || extraSignature === undefined || signature.vendor !== vendor)
      return this.withProvider(signature);
    return { ...this.withProvider(signature), extra: nestSignature(signature.value, extraSignature) };
  }

  /** A signature that carries the reasoning before a call, where the client would drop the reasoning. */
  carrying(parts: readonly PartBeforeCall[]): Signature | undefined {
    const { client, vendor, provider, profile } = this.context;
    if (profile.reasoningOnCalls !== true || client === vendor) return undefined;
    return carrierSignature(parts, provider === undefined ? { vendor } : { vendor, provider });
  }

  /** Reasoning that names its vendor and provider, so that it goes back there and nowhere else. */
  reasoning<T extends { readonly signature?: Signature; readonly redacted?: boolean }>(part: T): T {
    const { client, vendor } = this.context;
    if (part.signature === undefined) return { ...part, signature: this.withProvider({ vendor, value: null }) };
    const signature = this.withProvider(part.signature);
    if (part.redacted !== true || client === signature.vendor)
      return signature === part.signature ? part : { ...part, signature };
    const { redacted, ...rest } = part;
    // The flag is optional in every `T`.
    return { ...rest, signature: redactSignature(signature) } as unknown as T;
  }

  /** A signature of this response with the provider that made it. */
  withProvider(signature: Signature): Signature {
    const { vendor, provider } = this.context;
    return provider === undefined || signature.vendor !== vendor ? signature : { ...signature, provider };
  }
}

/** A call; where the client has no field for its signature, that stands in a reasoning part before it. */
export function withSignatureBefore(call: CallPart, profile: ConversationProfile): Part[] {
  const { signature, ...rest } = call;
  return signature === undefined || profile.signedCalls
    ? [call]
    : [{ ...signatureAsReasoning(signature), ...signatureOrigin(call) }, rest];
}

/** A reasoning part that holds the signature of the call after it. */
export function signatureAsReasoning(signature: Signature): ReasoningPart {
  return { type: "reasoning", texts: [], signature: { ...signature, value: { call: signature.value } } };
}
