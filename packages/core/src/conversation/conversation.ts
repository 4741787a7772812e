// The state behind a bridge. A bridge is created for one conversation, or for one request of it; what a response needs
// of the request before it (tools, names, ids, lenses) is kept here.

import { Budget } from "../budget.ts";
import type { DialectLike } from "../dialects/names.ts";
import type { FastFunctions } from "../fast/functions.ts";
import type { ToolMemory } from "../fast/tool-memory.ts";
import type { Features } from "../features.ts";
import { CallIds } from "../identity/call-ids.ts";
import { type DialectPair, Ledger } from "../ledger.ts";
import { copyRequest } from "../mapping/nodes/request.ts";
import { callIdRule } from "../mapping/settings/model-rules.ts";
import type { Dialect } from "../model/dialect.ts";
import type { IdRule } from "../model/name-rule.ts";
import type { ProfileName } from "../model/profile.ts";
import type { KeptReasoning } from "../model/reasoning.ts";
import type { CanonicalRequest } from "../model/request.ts";
import { nameOf } from "../resolve.ts";
import type { Lens } from "../schema/lens.ts";
import type { BridgeOptions } from "./bridge-types.ts";
import type { EmulatedSearch } from "./search/emulated-search.ts";
import type { ToolSet } from "./tools/tool-set.ts";

/** The dialects of a conversation, and the profile that lowers its schemas. */
export interface ConversationDialects {
  readonly client: Dialect;
  readonly provider: Dialect;
  readonly profile: ProfileName;
}

/** What the entry point gives a conversation, beside the options of its bridge. */
export interface ConversationSetup extends ConversationDialects {
  readonly fast: FastFunctions;
  readonly features: Features;
}

/** What a bridge was created with, and what its responses need to know of the last request. */
export class Conversation implements ConversationDialects {
  readonly options: BridgeOptions<DialectLike, DialectLike>;
  readonly client: Dialect;
  readonly provider: Dialect;
  readonly profile: ProfileName;
  /** The dialects as the caller spells them. */
  readonly dialects: DialectPair;
  readonly fast: FastFunctions;
  readonly features: Features;
  readonly memory: ToolMemory | undefined;
  /** Call ids between client and provider. Ids that do not fit are remembered while the model's rule stays the same. */
  ids: CallIds;
  private lastRequest: CanonicalRequest | undefined;
  private deferred: DeferredRequest | undefined;
  /** The tools of the last request. */
  tools: ToolSet | undefined;
  /** Lifts the text of responses whose JSON schema was lowered. */
  format: Lens | undefined;
  /** Reasoning that was stored beside the conversation. */
  storedReasoning: ReadonlyMap<string, KeptReasoning> | undefined;
  /** The client uses tool search and the provider's model lacks it, although both have the same dialect. */
  emulatesToolSearch = false;
  /** The tool search that the bridge does for the provider's model. */
  search: EmulatedSearch | undefined;

  constructor(options: BridgeOptions<DialectLike, DialectLike>, setup: ConversationSetup) {
    const { client, provider, profile, fast } = setup;
    this.options = options;
    this.client = client;
    this.provider = provider;
    this.profile = profile;
    this.dialects = { from: nameOf(options.client), to: nameOf(options.provider) };
    this.fast = fast;
    this.features = setup.features;
    this.memory = fast.bodyCache && (options.memory ?? new fast.bodyCache.ToolMemory());
    this.ids = new CallIds(client.profile.conversation.callIds, this.idRule(options.providerModel));
  }

  /** The client's last request. */
  get request(): CanonicalRequest | undefined {
    if (this.deferred !== undefined) this.request = this.deferred.decode();
    return this.lastRequest;
  }

  set request(request: CanonicalRequest | undefined) {
    this.lastRequest = request;
    this.deferred = undefined;
  }

  /**
   * Sets the last request to one that is decoded when it is first read, because a fast path has translated it without decoding.
   * `like` is a request of the same shape: it differs in texts, ids and arguments alone.
   */
  deferRequest(decode: () => CanonicalRequest, like: CanonicalRequest): void {
    this.deferred = { decode, like };
  }

  /** A getter of the current request, which gives the same one after the client has sent the next. */
  keepRequest(): () => CanonicalRequest | undefined {
    const { lastRequest, deferred } = this;
    if (deferred === undefined) return () => lastRequest;
    return () => (this.deferred === deferred ? this.request : deferred.decode());
  }

  /** A request with the settings of the last one, without decoding it: texts, ids and arguments may be those of another. */
  get requestLike(): CanonicalRequest | undefined {
    return this.deferred?.like ?? this.lastRequest;
  }

  /** Whether client and provider have the same dialect. */
  get isSameDialect(): boolean {
    return this.client === this.provider;
  }

  /** Whether the provider gets the client's request as it is. */
  get isPassthrough(): boolean {
    return this.isSameDialect && this.profile === "passthrough" && !this.emulatesToolSearch;
  }

  /** The model that the provider is asked for. */
  modelFor({ model }: CanonicalRequest): string | undefined {
    return this.options.providerModel ?? model;
  }

  /** The request with the model that the provider is asked for. */
  withProviderModel(request: CanonicalRequest): CanonicalRequest {
    const model = this.modelFor(request);
    return model === request.model || model === undefined ? request : copyRequest(request, { model });
  }

  /** Follows the call id rule of the provider's model. */
  useModel(model: string | undefined): void {
    const rule = this.idRule(model);
    if (this.ids.provider !== rule) this.ids = new CallIds(this.client.profile.conversation.callIds, rule);
  }

  /** Collects the losses and changes of a request. */
  requestLedger(budget: Budget = new Budget()): Ledger {
    return new Ledger(this.dialects, { budget, fast: this.fast, features: this.features });
  }

  /** Collects the losses and changes of a response, whose work is bounded by the provider. */
  responseLedger(): Ledger {
    const { from, to } = this.dialects;
    return new Ledger({ from: to, to: from }, { budget: Budget.unlimited(), fast: this.fast });
  }

  private idRule(model: string | undefined): IdRule {
    return callIdRule(model, this.provider.profile.conversation);
  }
}

/** A request that is decoded when it is first read. */
interface DeferredRequest {
  readonly decode: () => CanonicalRequest;
  readonly like: CanonicalRequest;
}
