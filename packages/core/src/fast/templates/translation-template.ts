// The fast path `templates`: the types of what was learned of requests and responses.

import type { Conversation } from "../../conversation/conversation.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Change, Loss } from "../../model/loss.ts";
import type { FixedOptions } from "./given-values.ts";
import type { KnownTexts } from "./known-texts.ts";
import type { ShapeMatcher } from "./shape-matcher.ts";
import type { ValueTemplate } from "./template-nodes.ts";
import type { TemplateStore } from "./template-store.ts";

interface TranslationTemplate {
  /** Finds the values of bodies of this shape. */
  readonly matcher: ShapeMatcher;
  readonly value: ValueTemplate;
  readonly losses: readonly Loss[];
  readonly changes: readonly Change[];
}

/** What requests of one shape are translated to, and what is known of their conversations afterwards. */
export interface RequestTemplate extends TranslationTemplate {
  readonly options: FixedOptions;
  /** A body of this shape with made-up values, and what it is decoded to. */
  readonly sample: JsonObject;
  readonly request: NonNullable<Conversation["request"]>;
  readonly model: string | undefined;
  readonly tools: Conversation["tools"];
  readonly format: Conversation["format"];
  /** What they are translated to with what is added to long ones; `undefined` where nothing is, or where that depends on more. */
  readonly finished: FinishedTemplate | undefined;
  /** The responses to such requests. */
  readonly responses: TemplateStore<ResponseTemplate>;
}

/** What long requests of one shape are translated to, with what is added to them. */
export interface FinishedTemplate {
  readonly value: ValueTemplate;
  /** Those of what is added. */
  readonly changes: readonly Change[];
  /** The texts that are in the translation, by the numbers of their values, and how many characters they must have together. */
  readonly texts: readonly number[];
  readonly characters: number;
}

/** What responses of one shape to requests of one shape are translated to. */
export interface ResponseTemplate extends TranslationTemplate {
  /** Finds the values of such responses in their texts. */
  readonly texts: KnownTexts;
  /** A response of this shape with made-up values. */
  readonly sample: JsonObject;
  /** The classes of the ids that the options give. */
  readonly classes: string;
  readonly usage: ValueTemplate;
  readonly tier: string | undefined;
  /** Whether the translation lists reasoning, of which there is none. */
  readonly hasReasoning: boolean;
  /** How many ids are made. */
  readonly made: number;
}
