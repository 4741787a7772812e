import { Budget, OverBudget } from "./budget.ts";
import type {
  AnswerTranslation,
  Bridge,
  BridgeEvents,
  BridgeOptions,
  BridgeStream,
  BridgeTransformer,
  ErrorTranslation,
  RepeatedRequest,
  RepeatedResponse,
  RequestOptions,
  ResponseOptions,
  TextController,
  Translation,
} from "./conversation/bridge-types.ts";
import { Conversation, type ConversationSetup } from "./conversation/conversation.ts";
import { featuresOf, requireFeatures } from "./conversation/features.ts";
import { type DecodedRequest, decodeClientRequest } from "./conversation/request/decode-request.ts";
import { translateRequest } from "./conversation/request/translate-request.ts";
import { translateError } from "./conversation/response/translate-error.ts";
import { translateResponse } from "./conversation/response/translate-response.ts";
import { createStream } from "./conversation/stream/create-stream.ts";
import { EventStream } from "./conversation/stream/event-stream.ts";
import type { DialectLike } from "./dialects/names.ts";
import type { RepeatedTranslation } from "./fast/templates/repeated-translation.ts";
import { MissingFeature } from "./features.ts";
import type { Json } from "./model/json.ts";
import type { Steps } from "./model/steps.ts";
import { Report } from "./report.ts";
import { type EntryPoint, nameOf, resolveDialect } from "./resolve.ts";
import { profileNamed } from "./resolve-options.ts";
import { finish } from "./steps.ts";

/** Makes a bridge between a client and a provider of any two dialects. */
export function createBridge(
  options: BridgeOptions<DialectLike, DialectLike>,
  entry: EntryPoint,
  makeRepeated?: MakeRepeated,
): Bridge {
  const client = resolveDialect(options.client, "to_canonical", entry);
  const provider = resolveDialect(options.provider, "from_canonical", entry);
  const profile = options.profile ?? (client === provider ? "passthrough" : "native");
  const setup = {
    client,
    provider,
    profile: profileNamed(profile, nameOf(options.provider)),
    fast: entry.fastFunctions(options.fast),
    features: entry.features,
  };
  const conversation = new Conversation(options, setup);
  requireFeatures(conversation);
  const open = (other: Conversation) => new DialectBridge(other, entry, undefined);
  return new DialectBridge(conversation, entry, makeRepeated?.(conversation, setup, open));
}

/** Makes what repeats the translations of a conversation; `open` makes a bridge for another conversation, which repeats none. */
export type MakeRepeated = (
  conversation: Conversation,
  setup: ConversationSetup,
  open: (conversation: Conversation) => Pick<Bridge, "request" | "response">,
) => RepeatedTranslation | undefined;

class DialectBridge implements Bridge {
  private readonly conversation: Conversation;
  private readonly entry: EntryPoint;
  /** The request that `reasoningKeys` has decoded, until it is translated. */
  private decoded: DecodedRequest | undefined;

  private readonly repeats: RepeatedTranslation | undefined;

  constructor(conversation: Conversation, entry: EntryPoint, repeats: RepeatedTranslation | undefined) {
    this.conversation = conversation;
    this.entry = entry;
    this.repeats = repeats;
  }

  reasoningKeys(body: Json): string[] {
    return finish(this.reasoningKeysInSteps(this.entry.asJson(body), Budget.withoutPauses()));
  }

  *reasoningKeysInSteps(body: Json, budget = new Budget()): Steps<string[]> {
    const { conversation } = this;
    const { storedReasoning } = featuresOf(conversation);
    if (storedReasoning === undefined) throw new MissingFeature("storedReasoning", "reasoningKeys");
    const decoded = yield* decodeClientRequest(body, conversation, budget);
    this.decoded = decoded;
    return yield* storedReasoning.keys(decoded, conversation);
  }

  request(body: Json, options?: RequestOptions): Translation {
    return finish(this.requestInSteps(this.entry.asJson(body), options, Budget.withoutPauses()));
  }

  *requestInSteps(body: Json, { reasoning }: RequestOptions = {}, budget = new Budget()): Steps<Translation> {
    const { conversation } = this;
    conversation.storedReasoning = reasoning;
    const repeated = this.repeats?.request(body, reasoning);
    if (typeof repeated === "object") return repeated;
    try {
      const decoded =
        this.decoded?.body === body ? this.decoded : yield* decodeClientRequest(body, conversation, budget);
      this.decoded = undefined;
      const translated = yield* translateRequest(decoded, conversation);
      if (repeated !== undefined) this.repeats?.learnRequest(repeated, body);
      return translated;
    } catch (error) {
      if (!(error instanceof OverBudget)) throw error;
      const report = new Report(conversation.requestLedger(), "from_canonical");
      return report.refuse(error, { place: report.place, name: "the request" });
    }
  }

  repeatRequest(body: Json): RepeatedRequest | undefined {
    this.conversation.storedReasoning = undefined;
    return this.repeats?.requestText(body);
  }

  response(wire: Json, options: ResponseOptions = {}): AnswerTranslation {
    const { conversation } = this;
    const body = options.text === undefined ? this.entry.asJson(wire) : wire;
    const { passthrough } = featuresOf(conversation);
    if (passthrough !== undefined && conversation.isPassthrough) return passthrough.response(body, conversation);
    const repeated = options.continues === undefined ? this.repeats?.response(body, options.text) : undefined;
    if (typeof repeated === "object") return repeated;
    const translated = translateResponse(body, conversation, options);
    if (repeated !== undefined) this.repeats?.learnResponse(repeated, body);
    return translated;
  }

  repeatResponse(text: string): RepeatedResponse | undefined {
    return this.repeats?.responseText(text);
  }

  stream(): BridgeStream {
    return createStream(this.conversation);
  }

  events(): BridgeEvents {
    const { client, provider } = this.conversation;
    const framings = {
      client: client.profile.conversation.framing,
      provider: provider.profile.conversation.framing,
    };
    return new EventStream(this.stream(), framings, provider.eventAsJson);
  }

  transformer(): BridgeTransformer {
    const stream = this.stream();
    const pass = (text: string, controller: TextController) => {
      if (text !== "") controller.enqueue(text);
    };
    return {
      stream,
      transform: (chunk, controller) => pass(stream.push(chunk), controller),
      flush: (controller) => pass(stream.end(), controller),
    };
  }

  assemble(text: string): AnswerTranslation {
    const { assembly } = featuresOf(this.conversation);
    if (assembly === undefined) throw new MissingFeature("assembly", "assemble");
    return assembly.assemble(text, this.conversation);
  }

  error(status: number, body: Json): ErrorTranslation {
    return translateError(status, this.entry.asJson(body), this.conversation);
  }
}
