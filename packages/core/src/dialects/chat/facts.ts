import { type BodyLayouts, bodyLayouts } from "./body-layouts.ts";
import {
  type CallLayouts,
  type ChoiceLayouts,
  callLayouts,
  choiceLayouts,
  type PartLayouts,
  partLayouts,
} from "./part-layouts.ts";
import { quirkList } from "./quirks/index.ts";
import type { ChatSpec } from "./spec.ts";

/** A dialect of the Chat Completions family: its spec, and the layouts made from it. */
export interface ChatFacts extends ChatSpec, PartLayouts, CallLayouts, ChoiceLayouts, BodyLayouts {}

/** Where the text of the reasoning may be: in the field of the dialect's own server first, then in those of others. */
export function reasoningFields(own: string): readonly [own: string, ...others: string[]] {
  const all = quirkList("reasoningFields").map((field) => `/${field}`);
  return [own, ...all.filter((pointer) => pointer !== own)];
}

/** Makes the layouts of one dialect of the family. */
export function chatFacts(spec: ChatSpec): ChatFacts {
  return { ...spec, ...partLayouts(spec), ...callLayouts(spec), ...choiceLayouts(spec), ...bodyLayouts(spec) };
}
