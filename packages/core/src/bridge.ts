import { Budget, OverBudget } from "./budget.ts";
import { unwrapCallsInStream } from "./conversation/calls/unwrap-calls.ts";
import { ResponseModel } from "./conversation/passthrough/response-model.ts";
import { joinAnswers, PausedAnswer, type PausedContent, type PausedTurn } from "./conversation/paused-turn.ts";
import { withCarriedReasoning, withExtraSignatures } from "./conversation/reasoning/carry.ts";
import { type RecordContext, recordReasoning } from "./conversation/reasoning/record.ts";
import { withRequiredReasoning } from "./conversation/reasoning/required-reasoning.ts";
import { reasoningKeysIn, restoreReasoning } from "./conversation/reasoning/restore.ts";
import { nativeSignatures } from "./conversation/reasoning/signatures.ts";
import { arrangeMessages } from "./conversation/request/arrange-messages.ts";
import { choiceToProvider } from "./conversation/request/choice-to-provider.ts";
import { declareLoadedTools } from "./conversation/request/loaded-tools.ts";
import { replaceLoneSurrogates } from "./conversation/request/lone-surrogates.ts";
import { messageToProvider, type ProviderContext } from "./conversation/request/messages-to-provider.ts";
import {
  endWithUserTurn,
  orderMessagesForModel,
  withEffortForTools,
  withinModelLimits,
  withoutSystemMessages,
} from "./conversation/request/model-limits.ts";
import { lowerResponseFormat } from "./conversation/request/response-format.ts";
import { loadedToolsIn, usesToolSearch } from "./conversation/request/tool-search.ts";
import { TranslatedRequest } from "./conversation/request/translated-request.ts";
import { ResponseAssembler } from "./conversation/response/response-assembler.ts";
import { LazyResponseContext } from "./conversation/response/response-context.ts";
import { ResponseTranslator, type ResponseTranslatorContext } from "./conversation/response/response-translator.ts";
import { Sequencer } from "./conversation/stream/sequencer.ts";
import { TranslatingStream } from "./conversation/stream/translating-stream.ts";
import { ToolSet } from "./conversation/tools/tool-set.ts";
import type { Facts } from "./facts/facts.ts";
import { factsOf } from "./facts/index.ts";
import { type FastOption, type FastPaths, fastPathsOf } from "./fast/switches.ts";
import { ToolMemory } from "./fast/tool-memory.ts";
import { CallIds } from "./identity/call-ids.ts";
import { hashText } from "./identity/hash.ts";
import { isArray, isObject } from "./json/value.ts";
import { reportDuplicates } from "./mapping/duplicate-keys.ts";
import { EMPTY_RESPONSE, isFailedResponse, isNativeError, withMissingFields } from "./mapping/nodes/failure.ts";
import { copyRequest } from "./mapping/nodes/request.ts";
import { copyResponse } from "./mapping/nodes/response.ts";
import { callIdRule, type ModelTarget, reasoningToReturn } from "./mapping/settings/model-rules.ts";
import type { Dialect, ResponseContext, StreamReader } from "./model/dialect.ts";
import { ConversionError } from "./model/error.ts";
import type { Failure } from "./model/failure.ts";
import type { Json, JsonObject } from "./model/json.ts";
import type { Change, Loss } from "./model/loss.ts";
import type { Part } from "./model/part.ts";
import type { ModelFacts, ProfileName } from "./model/profile.ts";
import type { KeptReasoning, ReasoningRecord } from "./model/reasoning.ts";
import type { CanonicalRequest } from "./model/request.ts";
import type { CanonicalResponse, Usage } from "./model/response.ts";
import { type DialectPair, Ledger, Report } from "./report.ts";
import { dialectNamed, profileNamed } from "./resolve.ts";
import type { Lens } from "./schema/lens.ts";
import { finish, type Steps } from "./steps.ts";
import { eventReader } from "./stream/events.ts";
import { StreamError } from "./stream/framing.ts";
import { ndjsonReader } from "./stream/ndjson.ts";

/** How two ends talk to each other. */
export interface BridgeOptions {
  /** The dialect that the client speaks. */
  readonly client: string;
  /** The dialect that the provider speaks. */
  readonly provider: string;
  /** How schemas are lowered; `native` unless told, and `passthrough` where both ends speak the same. */
  readonly profile?: string;
  /** The model to ask, whatever the client asks for. */
  readonly providerModel?: string;
  /**
   * The model that answers name, whoever gave them. What is passed on as it is names it only where `providerModel` is
   * another: a provider may answer with a longer name for the same model.
   */
  readonly clientModel?: string;
  /**
   * Who answers, where several speak one dialect: what one of them reasoned goes back to that one alone. With it, answers
   * tell what of their reasoning may be kept beside the conversation.
   */
  readonly providerName?: string;
  /** What is known of that model beyond what its dialect says. */
  readonly modelFacts?: ModelFacts;
  /** Whether tools can be searched for at the provider's end; so it is where its dialect and model can, unless told. */
  readonly toolSearch?: boolean;
  /** What the client asks for beside the body of its request, where its dialect has the address say it. */
  readonly address?: { readonly model?: string; readonly stream?: boolean };
  /** Makes ids for answers and calls whose provider gives none; derived from their place unless told. */
  readonly ids?: () => string;
  /**
   * For answers that clients come back to, kept by who makes the bridge: the id of this one, whatever the provider calls
   * it, and of the one that it goes on from. What is passed on as it is keeps what it says.
   */
  readonly answer?: { readonly id?: string; readonly previous?: string };
  /** The time in seconds since 1970, for answers whose provider does not say it; 0 unless told. */
  readonly now?: () => number;
  /** Shared by the bridges of one gateway, so that the tools of an agent are translated once. */
  readonly memory?: ToolMemory;
  /** Which fast paths may be taken: all of them unless told. What is translated is the same without. */
  readonly fast?: FastOption;
}

/** Something translated, and what was lost and changed on the way. */
export interface Translation {
  readonly value: JsonObject;
  readonly losses: Loss[];
  readonly changes: Change[];
}

/** An answer; `status` is there where it is an error, although the provider sent it as a success. */
export interface AnswerTranslation extends Translation {
  readonly status?: number;
  /** The tokens that the answer took, where the provider says. */
  readonly usage?: Usage | undefined;
  /** What may be kept of its reasoning, for later requests of the conversation. */
  readonly reasoning?: readonly ReasoningRecord[];
  /** The provider has paused its turn, and the client's dialect cannot say so. `value` says that the answer is incomplete. */
  readonly paused?: PausedTurn;
}

/** The client's bytes for the provider's. */
export interface BridgeStream {
  push(chunk: Uint8Array | string): string;
  end(): string;
  /** The connection broke, or whatever else is said: ends the client's stream with its dialect's error. */
  fail(message: string, failure?: Partial<Failure>): string;
  readonly losses: Loss[];
  readonly changes: Change[];
  /** The error that the client's stream has ended with. */
  readonly failure: Failure | undefined;
  /** The tokens that the answer took, as far as the provider has said. */
  readonly usage: Usage | undefined;
  /** The answer has said its last word, be it an error. */
  readonly ended: boolean;
  /** Something came after the last word, and was left out. */
  readonly trailing: boolean;
  /** How much of the answer itself has come: grows with every piece of output and with the end, and with nothing else. */
  readonly progress: number;
  /** What may be kept of its reasoning, for later requests of the conversation; nothing before the end, or where it was cut. */
  readonly reasoning: readonly ReasoningRecord[];
  /**
   * The provider has paused its turn, and the client's dialect cannot say so: the end of the answer is held back. Send
   * `paused.request`, call `resume` and push the bytes of its answer; or call `end`, which ends the answer as incomplete.
   */
  readonly paused: PausedTurn | undefined;
  /** What is pushed from now on is the provider's answer to `paused.request`. */
  resume(): void;
}

/** What was kept beside a conversation, for its next request. */
export interface RequestOptions {
  /** Reasoning by the keys that `reasoningKeys` told: it is put back where the client has not sent it. */
  readonly reasoning?: ReadonlyMap<string, KeptReasoning>;
}

export type { PausedTurn };

/** What a whole answer follows on. */
export interface ResponseOptions {
  /** The turn that the answer continues: both are translated as one answer. */
  readonly continues?: PausedTurn;
}

/** One conversation between a client and a provider. */
export interface Bridge {
  request(body: Json, options?: RequestOptions): Translation;
  /** The same, piece by piece, for those who have others waiting while many tools are translated. */
  requestInSteps(body: Json, options?: RequestOptions): Steps<Translation>;
  /** The keys under which reasoning of the conversation in a request may have been kept. */
  reasoningKeys(body: Json): string[];
  response(body: Json, options?: ResponseOptions): AnswerTranslation;
  stream(): BridgeStream;
  /** A provider's stream, as one text, where a whole answer was asked for; throws where it does not come to its end. */
  assemble(text: string): AnswerTranslation;
  error(status: number, body: Json): ErrorTranslation;
}

/** A provider's error in the client's envelope; `retryAfter` is in seconds, where the provider's body says it. */
export interface ErrorTranslation {
  readonly status: number;
  readonly value: JsonObject;
  readonly retryAfter?: number;
}

/**
 * Makes a bridge between a client and a provider of any two dialects.
 *
 * @example
 * createBridge({ client: "anthropic", provider: "openai-chat" }).error(429, { error: { message: "Slow down" } }).status; // 429
 */
export function createBridge(options: BridgeOptions): Bridge {
  const client = dialectNamed(options.client, "to_canonical");
  const provider = dialectNamed(options.provider, "from_canonical");
  return new DialectBridge(options, {
    client,
    provider,
    ends: { from: options.client, to: options.provider },
    profile: profileNamed(options.profile ?? (client === provider ? "passthrough" : "native"), options.provider),
  });
}

interface DecodedRequest {
  readonly body: Json;
  readonly ledger: Ledger;
  readonly read: CanonicalRequest | undefined;
}

interface Between {
  readonly client: Dialect;
  readonly provider: Dialect;
  readonly profile: ProfileName;
  readonly ends: DialectPair;
}

class DialectBridge implements Bridge {
  private readonly options: BridgeOptions;
  private readonly between: Between;
  private ids: CallIds;
  private readonly memory: ToolMemory;
  private readonly fast: FastPaths;
  private tools: ToolSet | undefined;
  private asked: CanonicalRequest | undefined;
  /** What the answer's text goes through, where it is JSON by a schema. */
  private format: Lens | undefined;
  /** A request that has been read and not yet been translated. */
  private decoded: DecodedRequest | undefined;
  /** What was kept of the conversation's reasoning. */
  private kept: ReadonlyMap<string, KeptReasoning> | undefined;
  /** The client searches for tools where the provider's model cannot, although both speak the same. */
  private rewritesSearch = false;

  constructor(options: BridgeOptions, between: Between) {
    this.fast = fastPathsOf(options.fast);
    this.options = options;
    this.between = between;
    this.memory = options.memory ?? new ToolMemory();
    this.ids = this.useIds(options.providerModel);
  }

  /** Whether what the provider gets is what the client sends. */
  private get passes(): boolean {
    const { client, provider, profile } = this.between;
    return client === provider && profile === "passthrough" && !this.rewritesSearch;
  }

  reasoningKeys(body: Json): string[] {
    const decoded = this.decode(body);
    this.decoded = decoded;
    const { read } = decoded;
    return read === undefined ? [] : reasoningKeysIn(read.messages, this.keepsTexts(this.named(this.addressed(read))));
  }

  request(body: Json, options?: RequestOptions): Translation {
    return finish(this.requestInSteps(body, options));
  }

  *requestInSteps(body: Json, { reasoning }: RequestOptions = {}): Steps<Translation> {
    this.kept = reasoning;
    try {
      const decoded = this.decoded?.body === body ? this.decoded : this.decode(body);
      this.decoded = undefined;
      return yield* this.translate(decoded);
    } catch (error) {
      if (!(error instanceof OverBudget)) throw error;
      const report = new Report(new Ledger(this.between.ends), "from_canonical");
      return report.refuse(error, { place: report.place, name: "the request" });
    }
  }

  private *translate({ body, read, ledger }: DecodedRequest): Steps<Translation> {
    const { client, provider } = this.between;
    if (read === undefined) return { value: body as JsonObject, losses: [], changes: [] };
    const asked = this.addressed(read);
    this.asked = asked;
    this.useIds(this.modelOf(asked));
    this.rewritesSearch = client === provider && this.lacksSearch(asked) && usesToolSearch(asked, client);
    if (this.passes) return this.passed(read, body, ledger);
    // What reading rewrote is written back as it was, where both ends speak the same.
    if (client === provider) ledger.rewind([ledger.mark()[0], 0]);
    const request = client === provider && !this.rewritesSearch ? asked : declareLoadedTools(asked);
    this.tools = yield* this.toolSet(request, ledger);
    const report = new Report(ledger, "from_canonical");
    const value = provider.request.encode(this.outgoing(request, report), report) as JsonObject;
    return new TranslatedRequest(this.mended(value, request, ledger), { request, tools: this.tools, ledger });
  }

  response(body: Json, { continues }: ResponseOptions = {}): AnswerTranslation {
    const { client, provider, ends } = this.between;
    const ledger = new Ledger({ from: ends.to, to: ends.from }, { budget: Budget.unlimited(), fast: this.fast });
    const reading = new Report(ledger, "to_canonical");
    if (this.passes) return this.passedAnswer(body, () => provider.response.decode(body, reading));
    const earlier = continues instanceof PausedAnswer ? continues.bodies : [];
    const decode = (each: Json) => {
      reportDuplicates(each, reading);
      return provider.response.decode(each, reading);
    };
    const response = joinAnswers(earlier.map(decode), decode(body));
    // What reading rewrote is written back as it was, where both ends speak the same.
    if (client === provider) ledger.rewind([ledger.mark()[0], 0]);
    if (response.failure !== undefined) return { ...client.errors.encode(response.failure), losses: [], changes: [] };
    const report = new Report(ledger, "from_canonical");
    const answer = new ResponseTranslator(this.answerContext(), report);
    const candidates = response.candidates.map((candidate) => answer.candidate(candidate));
    const [first] = candidates;
    const failure = first && answer.failure(first.finishReason, first.parts.some(isSaid));
    if (failure !== undefined) return { ...client.errors.encode(failure), losses: ledger.losses(), changes: [] };
    const answered = copyResponse(response, candidates, this.options.clientModel);
    const value = client.response.encode(answered, report, this.answering(body));
    const reasoning = this.recorded(first?.parts);
    const paused = answer.hasCalls ? {} : this.paused([...earlier, body], response);
    return {
      value,
      losses: ledger.losses(),
      changes: ledger.changes(),
      usage: response.usage,
      ...reasoning,
      ...paused,
    };
  }

  stream(): BridgeStream {
    return new TranslatingStream(this.between, {
      context: this.answerContext(),
      answering: this.answering(null),
      passes: this.passes,
      model: this.options.clientModel,
      renamed: this.renamed,
      record: this.recordContext,
      fast: this.fast,
      continueTurn: this.continuesTurns ? (paused) => this.continueTurn(paused) : undefined,
    });
  }

  assemble(text: string): AnswerTranslation {
    const { client, provider, ends } = this.between;
    const ledger = new Ledger({ from: ends.to, to: ends.from }, { fast: this.fast });
    const report = new Report(ledger, "from_canonical");
    const context = this.answerContext();
    const assembler = new ResponseAssembler();
    const sequencer = new Sequencer(new ResponseTranslator(context, report), (event) => assembler.take(event));
    const translate = unwrapCallsInStream(context, report, (event) => sequencer.take(event));
    readFrames(text, provider, provider.stream.decode(translate, new Report(ledger, "to_canonical")), assembler);
    const { failure } = assembler;
    if (failure !== undefined) return { ...client.errors.encode(failure), losses: ledger.losses(), changes: [] };
    const response = assembler.response();
    if (response === undefined)
      throw new StreamError("truncated", "the provider's stream ended before its answer was complete");
    const answered = copyResponse(response, response.candidates, this.options.clientModel);
    const value = client.response.encode(answered, report, this.answering(null));
    const reasoning = this.recorded(response.candidates[0]?.parts);
    return { value, losses: ledger.losses(), changes: ledger.changes(), usage: response.usage, ...reasoning };
  }

  error(status: number, body: Json): ErrorTranslation {
    const { client, provider } = this.between;
    const failure = provider.errors.decode(body, status);
    const hint = failure.retryAfter === undefined ? {} : { retryAfter: failure.retryAfter };
    const encoded = client.errors.encode(failure);
    const { conversation } = client.profile;
    // Servers that copy an API may have another one's envelope for its errors.
    if (client !== provider || !isNativeError(body, conversation)) return { ...encoded, ...hint };
    return { status, value: withMissingFields(body, encoded.value, conversation), ...hint };
  }

  private decode(body: Json): DecodedRequest {
    const ledger = new Ledger(this.between.ends, { fast: this.fast });
    const reading = new Report(ledger, "to_canonical");
    reportDuplicates(body, reading);
    return { body, ledger, read: this.read(this.passes ? body : replaceLoneSurrogates(body, reading), reading) };
  }

  // What goes on as it is need not be understood: the provider says what is wrong with it.
  private read(body: Json, report: Report): CanonicalRequest | undefined {
    try {
      return this.between.client.request.decode(body, report);
    } catch (error) {
      if (this.passes && error instanceof ConversionError) return undefined;
      throw error;
    }
  }

  // Who asks for a stream in its address is told the usage at its end.
  private addressed(asked: CanonicalRequest): CanonicalRequest {
    const { address } = this.options;
    if (address === undefined) return asked;
    const { model = asked.model, stream } = address;
    return copyRequest(asked, stream === true ? { model, stream, includeUsage: true } : { model });
  }

  // ── the way out ───────────────────────────────────────────────────────────

  private passed(read: CanonicalRequest, body: Json, ledger: Ledger): Translation {
    // What reading rewrote is passed on as it was.
    ledger.rewind([ledger.mark()[0], 0]);
    const report = new Report(ledger, "from_canonical");
    const asked = copyRequest(read, { model: this.modelOf(this.asked ?? read) });
    const taken = this.takenBy(asked, report);
    const messages = this.ownIds(this.asked ?? read, this.ownMessages(taken, report), report);
    const fitted = this.fitted(sameItems(messages, asked.messages) ? taken : copyRequest(taken, { messages }), report);
    const value = fitted === asked ? body : this.between.client.request.encode(fitted, report);
    const repairs = new Ledger(this.between.ends, { fast: this.fast });
    const mended = this.mended(this.withModel(value as JsonObject, read), asked, repairs);
    return { value: mended, losses: ledger.losses(), changes: [...ledger.changes(), ...repairs.changes()] };
  }

  // Where the address names the model, the body need not.
  private withModel(value: JsonObject, { model }: CanonicalRequest): JsonObject {
    const { providerModel } = this.options;
    if (model !== undefined) return providerModel === undefined ? value : { ...value, model: providerModel };
    const { model: _, ...rest } = value;
    return value.model === undefined ? value : rest;
  }

  // In all that is no matter of a dialect.
  private takenBy(asked: CanonicalRequest, report: Report): CanonicalRequest {
    const { provider } = this.between;
    const { dropsRefused } = provider.profile.conversation;
    const way = this.way(asked);
    const tools = this.tools?.value ?? asked.tools?.wire ?? [];
    const effort = tools.length === 0 ? undefined : provider.effortWithTools?.(asked.model);
    const settled = withEffortForTools(asked, effort, report);
    return withinModelLimits(settled, dropsRefused === true ? { ...way, facts: NO_FACTS } : way, report);
  }

  private way({ model }: CanonicalRequest): ModelTarget {
    const { client, provider } = this.between;
    const told = this.options.modelFacts;
    return {
      facts: factsOf(model),
      overrides: told,
      sameDialect: client === provider,
      renamed: model !== this.asked?.model,
    };
  }

  // What the client says in the provider's own dialect, as the model takes it.
  private fitted(request: CanonicalRequest, report: Report): CanonicalRequest {
    const { provider } = this.between;
    const facts = factsOf(request.model);
    const messages = orderMessagesForModel(request.messages, { facts, profile: provider.profile.conversation }, report);
    const ordered = messages === request.messages ? request : copyRequest(request, { messages });
    return provider.forModel?.(ordered, report) ?? ordered;
  }

  private mended(value: JsonObject, asked: CanonicalRequest, ledger: Ledger): JsonObject {
    const { client, provider } = this.between;
    if (client !== provider || provider.normalizeRequest === undefined) return value;
    return provider.normalizeRequest(value, this.modelOf(asked), new Report(ledger, "from_canonical"));
  }

  private outgoing(asked: CanonicalRequest, report: Report): CanonicalRequest {
    const { provider, client } = this.between;
    const taken = this.takenBy(this.named(asked), report);
    const { request, lens } = lowerResponseFormat(taken, client, provider, report);
    this.format = lens;
    const signed = this.ownMessages(request, report);
    const context = { ...this.outgoingContext(), report };
    const messages = signed.map((message) => messageToProvider(message, context));
    const { choice, wire } = choiceToProvider(request, { tools: this.tools, client, provider, report });
    const { tools } = request;
    const sent = { messages, tools: tools && wire && { wire, place: tools.place }, choice };
    if (client === provider) return this.fitted(copyRequest(request, sent), report);
    return copyRequest(request, { ...sent, messages: this.arranged(messages, request, report) });
  }

  private arranged(
    messages: CanonicalRequest["messages"],
    { model }: CanonicalRequest,
    report: Report,
  ): CanonicalRequest["messages"] {
    const { provider } = this.between;
    const profile = provider.profile.conversation;
    const facts = factsOf(model);
    const options = {
      dialect: provider.id,
      profile,
      callIds: callIdRule(model, profile),
      midSystem: profile.system === "by-model" && facts.midSystem === true,
    };
    return endWithUserTurn(
      arrangeMessages(withoutSystemMessages(messages, facts, report), options, report),
      facts,
      report,
    );
  }

  private ownMessages(asked: CanonicalRequest, report: Report): CanonicalRequest["messages"] {
    const { provider } = this.between;
    const profile = provider.profile.conversation;
    const wanted = reasoningToReturn(asked, profile);
    // A model that wants thoughts back takes them as plain words.
    const isWanted = wanted !== undefined && wanted !== "never";
    const { providerName } = this.options;
    const target = {
      vendor: provider.id,
      provider: providerName,
      profile: isWanted ? { ...profile, plainReasoning: true } : profile,
    };
    const { extraSignature } = profile;
    const { id: vendor } = provider;
    const adopted = withExtraSignatures(this.restored(asked, report), vendor, extraSignature);
    const carried = withCarriedReasoning(adopted, { vendor, dummySignature: profile.dummySignature }, report);
    return withRequiredReasoning(nativeSignatures(carried, target, report), wanted, report);
  }

  private restored(asked: CanonicalRequest, report: Report): CanonicalRequest["messages"] {
    const { providerName } = this.options;
    if (this.kept === undefined || providerName === undefined) return asked.messages;
    const { id: vendor, profile } = this.between.provider;
    const messages = withExtraSignatures(asked.messages, vendor, profile.conversation.extraSignature);
    return restoreReasoning(
      messages,
      this.kept,
      { provider: providerName, vendor, withTexts: this.keepsTexts(asked) },
      report,
    );
  }

  // Only a model that wants every turn's back is worth looking for what it reasoned before answers without calls.
  private keepsTexts(asked: CanonicalRequest): boolean {
    return reasoningToReturn(asked, this.between.provider.profile.conversation) === "every-turn";
  }

  // What is passed on keeps its ids, unless it goes to another model, which may take fewer than the dialect does.
  private ownIds(
    { model }: CanonicalRequest,
    messages: CanonicalRequest["messages"],
    report: Report,
  ): CanonicalRequest["messages"] {
    const profile = this.between.provider.profile.conversation;
    const { providerModel = model } = this.options;
    if (providerModel === model || callIdRule(providerModel, profile) === profile.callIds) return messages;
    return messages.map((message) =>
      messageToProvider(message, { ...this.outgoingContext(), tools: undefined, report }),
    );
  }

  private named(asked: CanonicalRequest): CanonicalRequest {
    const model = this.modelOf(asked);
    return model === asked.model || model === undefined ? asked : copyRequest(asked, { model });
  }

  private modelOf({ model }: CanonicalRequest): string | undefined {
    return this.options.providerModel ?? model;
  }

  // Ids that do not fit are remembered from turn to turn, for as long as the rule is the same.
  private useIds(model: string | undefined): CallIds {
    const { client, provider } = this.between;
    const rule = callIdRule(model, provider.profile.conversation);
    if (this.ids?.provider !== rule) this.ids = new CallIds(client.profile.conversation.callIds, rule);
    return this.ids;
  }

  private *toolSet(request: CanonicalRequest, ledger: Ledger): Steps<ToolSet | undefined> {
    const { tools, messages } = request;
    const { ends, profile } = this.between;
    if (tools === undefined) return undefined;
    const loaded = loadedToolsIn(messages);
    const known = { ...this.between, loaded, ...(this.lacksSearch(request) ? { toolSearch: false } : {}) };
    const way = JSON.stringify([ends.from, ends.to, profile, known.toolSearch ?? true, ...[...loaded].toSorted()]);
    return yield* this.memory.recall(tools.wire, way, () => ToolSet.translate(tools.wire, known, ledger));
  }

  private lacksSearch(asked: CanonicalRequest): boolean {
    const { client, provider } = this.between;
    if (this.options.toolSearch === false) return true;
    // Who asks for a model of its own dialect knows what that can do.
    if (client === provider && this.modelOf(asked) === this.asked?.model) return false;
    return provider.profile.searchByModel === true && factsOf(this.modelOf(asked)).toolSearch === false;
  }

  private outgoingContext(): Omit<ProviderContext, "report"> {
    const { client, provider } = this.between;
    const translated = client !== provider;
    return {
      tools: this.tools,
      ids: this.ids,
      isFunction: (builtIn) => translated || (this.rewritesSearch && builtIn === client.profile.clientSearch),
      declaresLoaded: translated || this.rewritesSearch,
      sameDialect: !translated,
      provider: provider.id,
    };
  }

  // ── a paused turn ─────────────────────────────────────────────────────────

  /** Whether the provider can pause a turn, and the client cannot continue it. */
  private get continuesTurns(): boolean {
    const { client, provider } = this.between;
    if (client.profile.conversation.pausedTurnField !== undefined) return false;
    return provider.profile.conversation.pausedTurnField !== undefined && this.asked !== undefined;
  }

  private paused(
    bodies: readonly Json[],
    { candidates: [first] }: CanonicalResponse,
  ): Pick<AnswerTranslation, "paused"> {
    if (first?.finishReason.reason !== "pause" || first.parts.length === 0 || !this.continuesTurns) return {};
    return { paused: new PausedAnswer(bodies, () => this.continueTurn(first)) };
  }

  // The request is translated once more, which gives the same, and the turn follows as the provider has written it.
  private continueTurn({ parts, finishReason }: PausedContent): JsonObject {
    const { provider, ends } = this.between;
    const report = new Report(new Ledger(ends, { fast: this.fast }), "from_canonical");
    const request = this.outgoing(declareLoadedTools(this.asked ?? { messages: [] }), report);
    const value = provider.request.encode(request, report) as JsonObject;
    const turn = provider.messages.encode([{ role: "assistant", parts }], report);
    const { pausedTurnField: field = "" } = provider.profile.conversation;
    const { [field]: before } = value;
    return { ...value, [field]: [...(isArray(before) ? before : []), ...turn], ...finishReason.resume };
  }

  // ── the way back ──────────────────────────────────────────────────────────

  private answerContext(): ResponseTranslatorContext {
    const { client, provider } = this.between;
    return {
      tools: this.tools,
      format: this.format,
      ids: this.ids,
      client: client.id,
      vendor: provider.id,
      provider: this.options.providerName,
      extraSignature: provider.profile.conversation.extraSignature,
      profile: client.profile.conversation,
      wrapper: provider.profile.conversation.callWrapper,
      callsBefore: callsIn(this.asked),
      makeId: this.options.ids,
    };
  }

  // It goes on as it is, and is read for its usage, and for an error that came as a success.
  private passedAnswer(body: Json, read: () => CanonicalResponse): AnswerTranslation {
    const { client } = this.between;
    const value = (this.renamed?.body(body) ?? body) as JsonObject;
    const passed = { value, losses: [], changes: [] };
    try {
      const { failure, usage, candidates } = read();
      if (failure === undefined) return { ...passed, usage, ...this.recorded(candidates[0]?.parts) };
      const { status, value: told } = client.errors.encode(failure);
      const { conversation } = client.profile;
      if (isFailedResponse(value, conversation)) return { ...passed, status };
      // What does not say its error by itself gets the words that the client's dialect has for it.
      const error = isNativeError(value, conversation) ? withMissingFields(value, told, conversation) : told;
      return { ...passed, status, value: error };
    } catch (error) {
      if (!(error instanceof ConversionError)) throw error;
      // What cannot be read may still be what the client understands, unless there is nothing of an answer in it.
      const isNone = error.code === "missing-field" && error.path === "";
      return isNone ? { ...passed, ...client.errors.encode(EMPTY_RESPONSE) } : passed;
    }
  }

  // Reasoning of a conversation that could not be read cannot be found again.
  private get recordContext(): RecordContext | undefined {
    const { asked } = this;
    const { client, provider } = this.between;
    const { providerName } = this.options;
    if (asked === undefined || providerName === undefined) return undefined;
    const optionalIds = client.profile.conversation.optionalCallIds === true;
    const withTexts = this.keepsTexts(this.named(asked)) ? "all" : client === provider ? "plain" : "none";
    return { provider: providerName, vendor: provider.id, messages: asked.messages, optionalIds, withTexts };
  }

  private recorded(parts: readonly Part[] = []): Pick<AnswerTranslation, "reasoning"> {
    const context = this.recordContext;
    return context === undefined ? {} : { reasoning: recordReasoning(parts, context) };
  }

  private get renamed(): ResponseModel | undefined {
    const { clientModel, providerModel } = this.options;
    if (clientModel === undefined || providerModel === undefined || clientModel === providerModel) return undefined;
    return new ResponseModel(clientModel, this.between.client.profile.conversation);
  }

  private answering(body: Json): ResponseContext {
    const { ids, now, answer: { id: name, previous } = {} } = this.options;
    const { asked } = this;
    const request = asked && previous !== undefined ? copyRequest(asked, { previousResponse: previous }) : asked;
    return new LazyResponseContext(request, {
      name,
      created: now?.() ?? 0,
      makeId: ids ?? (() => idFor(request, body)),
    });
  }
}

// The same for the same answer to the same conversation.
function idFor(asked: CanonicalRequest | undefined, body: Json): string {
  const own = isObject(body) ? (body.id ?? "") : "";
  return hashText(JSON.stringify([callsIn(asked), asked?.messages.length ?? 0, own]));
}

const NO_FACTS: Facts = {};

function sameItems(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((item, index) => item === others[index]);
}

function readFrames(text: string, { profile }: Dialect, reader: StreamReader, answer: ResponseAssembler): void {
  const makeReader = profile.conversation.framing === "sse" ? eventReader : ndjsonReader;
  const frames = makeReader((data, event) => {
    if (!answer.isOver) reader.read(data, event);
  });
  frames.read(text);
  frames.finish();
  if (!answer.isOver) reader.end();
}

function callsIn(request: CanonicalRequest | undefined): number {
  let count = 0;
  for (const { parts } of request?.messages ?? []) for (const { type } of parts) if (type === "call") count++;
  return count;
}

// Some servers send an empty text with an answer that they withhold.
function isSaid(part: Part): boolean {
  return part.type !== "text" || part.text !== "";
}
