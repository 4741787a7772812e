// The fast path `templates`: translating a body twice by the reference path to learn its template.

import type { AnswerTranslation, Translation } from "../../conversation/bridge-types.ts";
import type { Conversation } from "../../conversation/conversation.ts";
import { stringifyJson } from "../../json/stringify.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Usage } from "../../model/usage.ts";
import { type Translated, templateOf } from "./body-template.ts";
import { type FreeBodies, placesOf } from "./free-values.ts";
import { fixedOptions, GivenValues, givenClasses, type Options } from "./given-values.ts";
import { KnownTexts } from "./known-texts.ts";
import { longProbesFor, probesFor } from "./probe-values.ts";
import { ShapeMatcher } from "./shape-matcher.ts";
import { type FreeValue, TemplateShape, withFreeValues } from "./template-shape.ts";
import { OF_RESPONSES, TemplateStore } from "./template-store.ts";
import type { FinishedTemplate, RequestTemplate, ResponseTemplate } from "./translation-template.ts";

/** The reference path, in conversations of its own. */
export interface ReferencePath {
  open(options: Options): ReferenceBridge;
  /** Decodes a request of this conversation. */
  decode(body: JsonObject): NonNullable<Conversation["request"]>;
  /** Whether something is added to requests after they were translated. */
  readonly finishes: boolean;
  /** Where the same is added to all requests of a shape whose texts have so many characters, their number. */
  readonly longFrom: number | undefined;
  /** What is added to every request after it was translated. */
  finish(value: JsonObject): Translation;
}

/** A bridge that takes no templates, and its conversation. */
export interface ReferenceBridge {
  readonly conversation: Conversation;
  request(body: Json): Translation;
  response(body: Json): AnswerTranslation;
}

/** The values that are free in the bodies of both sides. */
export interface FreeSides {
  readonly client: FreeBodies | undefined;
  readonly provider: FreeBodies | undefined;
}

/** The values of a request and of its response, and the number of the first that is made up for an option. */
interface Exchanged {
  readonly request: readonly FreeValue[];
  readonly response: readonly FreeValue[];
  readonly first: number;
}

/** Makes templates of what the reference path gives for a body, and for the same body with made-up values. */
export class TemplateLearner {
  private readonly options: Options;
  private readonly reference: ReferencePath;
  private readonly free: FreeSides;

  constructor(options: Options, reference: ReferencePath, free: FreeSides) {
    this.options = options;
    this.reference = reference;
    this.free = free;
  }

  /** A template for requests of a body's shape. It keeps made-up values only: a prompt is private, and may be long. */
  request(body: JsonObject): RequestTemplate | undefined {
    const places = placesOf(this.free.client?.request ?? {});
    const shape = TemplateShape.of(body, places);
    const values = shape?.values ?? [];
    const probes = probesFor(values, 0);
    const sample = withFreeValues(body, places, valuesOf(probes));
    if (TemplateShape.of(sample, places)?.key !== shape?.key) return undefined;
    const { request: probe, conversation } = this.translate(sample);
    const { request: known, conversation: asked } = this.translate(body);
    const { tools, format, request, search, emulatesToolSearch } = conversation;
    if (!hasSameReport(probe, known) || request === undefined || search !== undefined || emulatesToolSearch)
      return undefined;
    const isLost = ({ kind, value }: FreeValue) => kind === "id" && !asked.ids.isReversible(String(value));
    if (hasLenses(values, tools) || values.some(isLost)) return undefined;
    const value = templateOf({ result: probe.value, values: probes }, { result: known.value, values });
    if (value === undefined) return undefined;
    const { losses, changes } = probe;
    const model = conversation.modelFor(request);
    const matcher = new ShapeMatcher(sample, places);
    const options = fixedOptions(this.options);
    const responses = new TemplateStore<ResponseTemplate>(OF_RESPONSES);
    const finished = this.finished(body, values);
    return { matcher, options, value, losses, changes, sample, request, model, tools, format, finished, responses };
  }

  private finished(body: JsonObject, values: readonly FreeValue[]): FinishedTemplate | undefined {
    const { longFrom } = this.reference;
    if (longFrom === undefined) return undefined;
    const one = this.finish(body, longProbesFor(values, 0, longFrom));
    const other = this.finish(body, longProbesFor(values, values.length, longFrom));
    const value = templateOf(one, other);
    if (value === undefined || !hasSameReport(one.translation, other.translation)) return undefined;
    const written = stringifyJson(one.translation.value);
    const texts = one.values.flatMap(({ kind, value: text }, index) =>
      kind === "text" && written.includes(JSON.stringify(text)) ? [index] : [],
    );
    return { value, changes: one.translation.changes, texts, characters: longFrom };
  }

  private finish(body: JsonObject, values: readonly FreeValue[]): Translated & { readonly translation: Translation } {
    const filled = withFreeValues(body, placesOf(this.free.client?.request ?? {}), valuesOf(values));
    const translation = this.reference.finish(this.translate(filled).request.value);
    return { translation, result: translation.value, values };
  }

  /** A template for the responses to requests such as `asked`. */
  response(body: JsonObject, template: RequestTemplate, asked: JsonObject): ResponseTemplate | undefined {
    const places = placesOf(this.free.provider?.response ?? {});
    const response = TemplateShape.of(body, places)?.values ?? [];
    const request = TemplateShape.of(asked, placesOf(this.free.client?.request ?? {}))?.values ?? [];
    if (hasLenses(response, template.tools)) return undefined;
    const probes = { request: probesFor(request, 0), response: probesFor(response, request.length) };
    const one = this.exchange({ ...probes, first: FIRST_GIVEN }, asked, body);
    const other = this.exchange({ request, response, first: FIRST_GIVEN + 100 }, asked, body);
    const { answer: known } = other;
    if (!hasSameReport(one.answer, known) || one.made !== other.made || !isPlain(one.answer) || !isPlain(known))
      return undefined;
    const value = templateOf(resultOf(one, one.answer.value), resultOf(other, known.value));
    const usage = templateOf(
      resultOf(one, one.answer.usage),
      resultOf(other, sameOrigin(known.usage, one.answer.usage)),
    );
    if (value === undefined || usage === undefined || one.answer.tier !== known.tier) return undefined;
    return {
      matcher: new ShapeMatcher(body, places),
      texts: new KnownTexts(),
      sample: withFreeValues(body, places, valuesOf(probes.response)),
      classes: givenClasses(this.options) ?? "",
      value,
      losses: one.answer.losses,
      changes: one.answer.changes,
      usage,
      tier: known.tier,
      hasReasoning: known.reasoning !== undefined,
      made: other.made,
    };
  }

  private translate(body: JsonObject): { readonly request: Translation; readonly conversation: Conversation } {
    const bridge = this.reference.open(GivenValues.madeUp(this.options, FIRST_GIVEN).options);
    return { request: bridge.request(body), conversation: bridge.conversation };
  }

  // A request and its response by the reference path, with made-up ids and times where the options make them.
  private exchange({ request, response, first }: Exchanged, asked: JsonObject, body: JsonObject): Answered {
    const given = GivenValues.madeUp(this.options, first);
    const before = given.values.length;
    const bridge = this.reference.open(given.options);
    bridge.request(withFreeValues(asked, placesOf(this.free.client?.request ?? {}), valuesOf(request)));
    const filled = withFreeValues(body, placesOf(this.free.provider?.response ?? {}), valuesOf(response));
    const answer = bridge.response(filled);
    return { answer, values: [...response, ...request, ...given.values], made: given.values.length - before };
  }
}

interface Answered {
  readonly answer: AnswerTranslation;
  readonly values: readonly FreeValue[];
  readonly made: number;
}

/** The number of the first value that is made up for an option; bodies have fewer values. */
const FIRST_GIVEN = 5000;

function valuesOf(values: readonly FreeValue[]): Json[] {
  return values.map(({ value }) => value);
}

function resultOf({ values }: Answered, result: unknown): Translated {
  return { result, values };
}

// What a lens makes of arguments depends on them.
function hasLenses(values: readonly FreeValue[], tools: Conversation["tools"]): boolean {
  return tools?.hasLenses === true && values.some(({ kind }) => kind === "arguments");
}

function hasSameReport(one: Translation, other: Translation): boolean {
  return stringifyJson([one.losses, one.changes]) === stringifyJson([other.losses, other.changes]);
}

// Only a whole response is repeated: no error, and nothing to be stored or continued.
function isPlain({ status, paused, reasoning = [] }: AnswerTranslation): boolean {
  return status === undefined && paused === undefined && reasoning.length === 0;
}

// The origin of all usage is that of the sample: it refers to the body that it was in.
function sameOrigin(usage: Usage | undefined, sample: Usage | undefined): Usage | undefined {
  return usage?.origin === undefined ? usage : { ...usage, origin: sample?.origin };
}
