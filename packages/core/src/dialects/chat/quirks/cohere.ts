import type { ChatQuirk } from "../quirk.ts";

/** Cohere's errors are `{id, message}` without a surrounding `error`: https://docs.cohere.com/reference/errors */
export const cohere: ChatQuirk = {
  isBareError: ({ message, usage }) => usage === undefined && typeof message === "string",
};
