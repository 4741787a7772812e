// The fast path `templates`. A program sends bodies that differ in their texts, ids and counts alone, to the same
// provider with the same options. When such a body is seen for the second time, it is translated twice more by the
// reference path, once with made-up values: where those are in both translations is where the values of later bodies
// belong. So a template knows nothing about a dialect but what the reference path does.

import type {
  AnswerTranslation,
  RepeatedRequest,
  RepeatedResponse,
  RequestOptions,
  Translation,
} from "../../conversation/bridge-types.ts";
import type { Conversation } from "../../conversation/conversation.ts";
import { duplicatesIn } from "../../json/duplicates.ts";
import { JsonError } from "../../json/error.ts";
import { isObject } from "../../json/value.ts";
import { ConversionError } from "../../model/error.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Change, Loss } from "../../model/loss.ts";
import type { Usage } from "../../model/usage.ts";
import type { Filled, FreeArguments } from "./filled.ts";
import { freeClass, prefixLength } from "./free-classes.ts";
import { type FreePlace, placesOf } from "./free-values.ts";
import { addGiven, givenClasses, isSameOptions, optionsKey } from "./given-values.ts";
import { type FreeSides, type ReferencePath, TemplateLearner } from "./template-learner.ts";
import { withFreeValues } from "./template-shape.ts";
import { type FoundTemplate, storeOf, type TemplateStore } from "./template-store.ts";
import type { FinishedTemplate, RequestTemplate, ResponseTemplate } from "./translation-template.ts";

/** Repeats translations of bodies of known shapes in one conversation. */
export class RepeatedTranslation {
  private readonly conversation: Conversation;
  private readonly reference: ReferencePath;
  private readonly free: FreeSides;
  private readonly store: TemplateStore<RequestTemplate>;
  /** The last request, where its shape is known. */
  private template: RequestTemplate | undefined;
  private asked: Filled | undefined;

  constructor(conversation: Conversation, reference: ReferencePath, free: FreeSides) {
    this.conversation = conversation;
    this.reference = reference;
    this.free = free;
    this.store = storeOf(conversation.memory as NonNullable<Conversation["memory"]>);
  }

  /** A request by its template, or the key under which it is to be learned when the reference path has translated it. */
  request(body: Json, reasoning?: RequestOptions["reasoning"]): Translation | string | undefined {
    this.template = undefined;
    const places = this.requestPlaces;
    // Stored reasoning goes into messages that have none.
    if (reasoning !== undefined && reasoning.size > 0) return undefined;
    if (places === undefined || !isObject(body) || duplicatesIn(body).length > 0) return undefined;
    const { options } = this.conversation;
    const found = this.store.find(body, places, {
      isFor: (template) => isSameOptions(template.options, options),
      key: () => optionsKey(options),
    });
    return typeof found === "object" ? this.repeatRequest(found.template, found.filled) : found;
  }

  /** A request as text, where its shape is one of the last ones and it is known what is added to its translation. */
  requestText(body: Json): RepeatedRequest | undefined {
    const { finishes, longFrom } = this.reference;
    if ((finishes && longFrom === undefined) || duplicatesIn(body).length > 0) return undefined;
    const { options } = this.conversation;
    const found = this.store.findRecent((each) =>
      isSameOptions(each.options, options) ? each.matcher.match(body) : undefined,
    );
    if (found === undefined) return undefined;
    const { template, filled } = found;
    const finished = finishes ? template.finished : undefined;
    if (finishes && (finished === undefined || !hasLongTexts(filled, finished))) return undefined;
    this.use(template, filled);
    const text = (finished ?? template).value.write(filled);
    const changes = copiesOf(finished === undefined ? template.changes : [...template.changes, ...finished.changes]);
    return { text, losses: copiesOf(template.losses), changes };
  }

  private get requestPlaces(): FreePlace | undefined {
    const { client } = this.free;
    return client?.request && placesOf(client.request);
  }

  private repeatRequest(template: RequestTemplate, filled: Filled): Translation {
    this.use(template, filled);
    const value = template.value.build(filled) as JsonObject;
    const losses = copiesOf(template.losses);
    const changes = copiesOf(template.changes);
    if (this.conversation.options.caching === undefined) return { value, losses, changes };
    const finished = this.reference.finish(value);
    return { value: finished.value, losses, changes: [...changes, ...finished.changes] };
  }

  /** Tells the conversation what a request of this shape is, for its response. */
  private use(template: RequestTemplate, filled: Filled): void {
    const { conversation, reference } = this;
    this.template = template;
    this.asked = filled;
    if (template.tools !== undefined) conversation.memory?.countKnown();
    conversation.useModel(template.model);
    conversation.tools = template.tools;
    conversation.format = template.format;
    conversation.search = undefined;
    conversation.emulatesToolSearch = false;
    conversation.deferRequest(() => reference.decode(this.bodyOf(template, filled)), template.request);
  }

  private bodyOf({ sample }: RequestTemplate, { values }: Filled): JsonObject {
    const places = this.requestPlaces;
    return places === undefined ? sample : withFreeValues(sample, places, values.map(plainValue));
  }

  /** Makes a template for a request, when its shape was seen for the second time. */
  learnRequest(key: string, body: Json): void {
    this.store.learn(key, () => this.learn((learner) => learner.request(body as JsonObject)));
  }

  /** A response by its template, or the key under which it is to be learned. With its text, later ones are found by theirs. */
  response(body: Json, text?: string): AnswerTranslation | string | undefined {
    const known = this.knownResponses;
    if (known === undefined || !isObject(body) || duplicatesIn(body).length > 0) return undefined;
    const { places, classes, responses } = known;
    const found = responses.find(body, places, {
      isFor: (each) => each.classes === classes,
      key: () => `${classes}\n`,
    });
    if (typeof found !== "object") return found;
    if (this.repeatsId(found.filled)) return undefined;
    if (text !== undefined) found.template.texts.learn(text, body, places);
    const filled = this.filledFor(found);
    return Object.assign(resultOf(found.template, filled), { value: found.template.value.build(filled) as JsonObject });
  }

  /** A response by its text, where it is written as one of the last ones was. */
  responseText(text: string): RepeatedResponse | undefined {
    const known = this.knownResponses;
    const found = known?.responses.findRecent((each) =>
      each.classes === known.classes ? each.texts.match(text) : undefined,
    );
    if (found === undefined || this.repeatsId(found.filled)) return undefined;
    const { template } = found;
    const filled = this.filledFor(found);
    return { text: template.value.write(filled), result: resultOf(template, filled), sample: template.sample };
  }

  /** Whether a call in a response has to get another id, because its request has the same one, perhaps with another prefix. */
  private repeatsId({ values }: Filled): boolean {
    if (this.conversation.options.uniqueCallIds !== true) return false;
    const asked = this.asked?.values ?? [];
    return values.some((value) => {
      if (typeof value !== "string" || freeClass(value, "id") === undefined) return false;
      const rest = value.slice(prefixLength(value));
      return asked.some((other) => typeof other === "string" && other.endsWith(rest));
    });
  }

  /** What is known of the responses to the last request. */
  private get knownResponses(): KnownResponses | undefined {
    const { template } = this;
    const places = this.free.provider?.response;
    if (template === undefined || template.format !== undefined || places === undefined) return undefined;
    const classes = givenClasses(this.conversation.options);
    return classes === undefined ? undefined : { responses: template.responses, places: placesOf(places), classes };
  }

  /** The values of a response, with those of its request and of the options. */
  private filledFor({ template, filled }: FoundTemplate<ResponseTemplate>): Filled {
    const { counts, unescaped } = filled;
    const values = [...filled.values, ...(this.asked?.values ?? [])];
    addGiven(values, this.conversation.options, template.made);
    return { values, counts, unescaped };
  }

  /** Makes a template for a response, when its shape was seen for the second time. */
  learnResponse(key: string, body: Json): void {
    const { template, asked } = this;
    if (template === undefined || asked === undefined) return;
    const sample = body as JsonObject;
    template.responses.learn(key, () =>
      this.learn((learner) => learner.response(sample, template, this.bodyOf(template, asked))),
    );
  }

  private learn<T>(use: (learner: TemplateLearner) => T): T | undefined {
    const { memory, options } = this.conversation;
    try {
      return memory?.withoutCounting(() => use(new TemplateLearner(options, this.reference, this.free)));
    } catch (error) {
      // A body whose made-up values are refused has no template.
      if (error instanceof ConversionError || error instanceof JsonError) return undefined;
      throw error;
    }
  }
}

interface KnownResponses {
  readonly responses: TemplateStore<ResponseTemplate>;
  readonly places: FreePlace;
  readonly classes: string;
}

function resultOf(template: ResponseTemplate, filled: Filled): RepeatedResponse["result"] {
  const result: { -readonly [Field in keyof RepeatedResponse["result"]]: RepeatedResponse["result"][Field] } = {
    losses: copiesOf(template.losses),
    changes: copiesOf(template.changes),
    usage: template.usage.build(filled) as Usage | undefined,
    tier: template.tier,
  };
  if (template.hasReasoning) result.reasoning = [];
  return result;
}

function hasLongTexts({ values }: Filled, { texts, characters }: FinishedTemplate): boolean {
  let length = 0;
  for (const index of texts) length += (values[index] as string).length;
  return length >= characters;
}

// Of all values, only arguments are objects.
function plainValue(value: Filled["values"][number]): Json {
  return typeof value === "object" && value !== null ? (value as FreeArguments).value : value;
}

function copiesOf<T extends Loss | Change>(entries: readonly T[]): T[] {
  const copies: T[] = [];
  for (const entry of entries) copies.push({ ...entry });
  return copies;
}
