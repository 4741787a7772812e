import type { ChatQuirk } from "../quirk.ts";

/** Cohere's errors have a `message` without a surrounding `error`: https://github.com/kwaroran/Risuai/issues/504 */
export const cohere: ChatQuirk = {
  isBareError: ({ message, usage }) => usage === undefined && typeof message === "string",
};
