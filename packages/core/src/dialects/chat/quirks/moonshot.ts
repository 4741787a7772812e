import { isObject } from "../../../json/value.ts";
import type { ChatQuirk } from "../quirk.ts";

const KIMI = /(?:^|\/)kimi-(?:k2-thinking|k2[.p]\d|k[3-9]|for-coding|latest)/i;

/**
 * Moonshot sends the usage of a stream in `choices[0].usage` (https://github.com/earendil-works/pi/issues/2017), and counts cached
 * tokens in `cached_tokens`. Kimi requires its reasoning with every call in the history:
 * https://github.com/continuedev/continue/pull/11806
 */
export const moonshot: ChatQuirk = {
  reasoningFields: ["reasoning_content"],
  cacheRead: ["/cached_tokens"],
  usageIn: (_, choice) => (isObject(choice?.usage) ? choice.usage : undefined),
  models: [
    { model: KIMI, returnReasoning: "every-call", unless: { thinking: ["off"] } },
    { model: KIMI, facts: { developer: false, thinkingField: true, forcedWithThinking: false } },
  ],
};
