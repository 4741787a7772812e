import { calls } from "./calls.ts";
import { choice } from "./choice.ts";
import type { Kind } from "./kind.ts";
import { request } from "./request.ts";
import { response } from "./response.ts";
import { results } from "./results.ts";
import { tools } from "./tools.ts";
import type { What } from "./what.ts";

/** The kinds by their words. */
export const kinds: Readonly<Record<What, Kind>> = {
  tools,
  choice,
  calls,
  results,
  request,
  response,
  stream: { type: "stream", options: [] },
};
