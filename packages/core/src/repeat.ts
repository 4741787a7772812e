import type { MakeRepeated } from "./bridge.ts";
import { Budget } from "./budget.ts";
import { Conversation, type ConversationSetup } from "./conversation/conversation.ts";
import { originateCaching } from "./conversation/features.ts";
import { decodeClientRequest, withAddress } from "./conversation/request/decode-request.ts";
import { freeBodiesOf } from "./dialects/free-values.ts";
import type { Options } from "./fast/templates/given-values.ts";
import { RepeatedTranslation } from "./fast/templates/repeated-translation.ts";
import type { ReferenceBridge, ReferencePath } from "./fast/templates/template-learner.ts";
import type { JsonObject } from "./model/json.ts";
import type { CanonicalRequest } from "./model/request.ts";
import { Report } from "./report.ts";
import { finish } from "./steps.ts";

/** Repeats translations by templates, where the fast path is on. */
export const makeRepeated: MakeRepeated = (conversation, setup, open) => {
  const { options, memory, isSameDialect } = conversation;
  const { client, provider, fast } = setup;
  if (fast.templates === undefined || memory === undefined || isSameDialect) return undefined;
  // Dialects that are given as values may be others than those of the registry.
  if (typeof options.client !== "string" || typeof options.provider !== "string") return undefined;
  if (options.emulateToolSearch !== undefined) return undefined;
  const { profile } = conversation;
  const free = { client: freeBodiesOf(client.id, profile), provider: freeBodiesOf(provider.id, profile) };
  return new RepeatedTranslation(conversation, new Reference(conversation, setup, open), free);
};

/** The reference path, which templates are learned from. */
class Reference implements ReferencePath {
  private readonly conversation: Conversation;
  private readonly setup: ConversationSetup;
  private readonly openBridge: Parameters<MakeRepeated>[2];

  constructor(conversation: Conversation, setup: ConversationSetup, openBridge: Parameters<MakeRepeated>[2]) {
    this.conversation = conversation;
    this.setup = setup;
    this.openBridge = openBridge;
  }

  open(options: Options): ReferenceBridge {
    const { memory } = this.conversation;
    const fast = { ...this.setup.fast, templates: undefined };
    const shared = memory === undefined ? options : { ...options, memory };
    const conversation = new Conversation(shared, { ...this.setup, fast });
    const bridge = this.openBridge(conversation);
    return {
      conversation,
      request: (body) => bridge.request(body as never) as ReturnType<ReferenceBridge["request"]>,
      response: (body) => bridge.response(body as never) as ReturnType<ReferenceBridge["response"]>,
    };
  }

  decode(body: JsonObject): CanonicalRequest {
    const { request } = finish(decodeClientRequest(body, this.conversation, Budget.withoutPauses()));
    return withAddress(request ?? { messages: [] }, this.conversation);
  }

  // A provider with keys for its prompt cache gets nothing without one.
  get finishes(): boolean {
    const { options, provider } = this.conversation;
    const { caching } = provider.profile.conversation;
    if (options.caching === undefined || caching === undefined) return false;
    return caching.keyField === undefined || options.caching.key !== undefined;
  }

  // Marks are set where a request is long enough, and at places that its shape decides.
  get longFrom(): number | undefined {
    const { caching } = this.conversation.provider.profile.conversation;
    return this.finishes && caching?.keyField === undefined ? caching?.marks?.minTokens : undefined;
  }

  finish(value: JsonObject): ReturnType<ReferencePath["finish"]> {
    const ledger = this.conversation.requestLedger();
    const finished = originateCaching(value, this.conversation, new Report(ledger, "from_canonical"));
    return { value: finished, losses: ledger.losses(), changes: ledger.changes() };
  }
}
