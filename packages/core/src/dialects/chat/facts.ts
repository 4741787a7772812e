import { type BodyLayouts, bodyLayouts } from "./body-layouts.ts";
import { type CallLayouts, callLayouts, type PartLayouts, partLayouts } from "./part-layouts.ts";
import { quirkList } from "./quirks/index.ts";
import type { ChatSpec } from "./spec.ts";

/** The messages and responses of a dialect of the Chat Completions family: its spec, and the layouts made from it. */
export interface ChatFacts extends ChatSpec, PartLayouts, CallLayouts, BodyLayouts {}

/** Where the text of the reasoning may be: in the field of the dialect's own server first, then in those of others. */
export function reasoningFields(own: string): readonly [own: string, ...others: string[]] {
  const all = quirkList("reasoningFields").map((field) => `/${field}`);
  return [own, ...all.filter((pointer) => pointer !== own)];
}

/** Makes the layouts of one dialect of the family. */
export function chatFacts(spec: ChatSpec): ChatFacts {
  return { ...spec, ...partLayouts(spec), ...callLayouts(spec), ...bodyLayouts(spec) };
}
