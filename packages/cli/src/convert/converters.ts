import { calls } from "./calls.ts";
import { choice } from "./choice.ts";
import type { Converter } from "./converter.ts";
import type { InputKind } from "./input-kind.ts";
import { request } from "./request.ts";
import { response } from "./response.ts";
import { results } from "./results.ts";
import { tools } from "./tools.ts";

/** The converters by the kind of input. */
export const converters: Readonly<Record<InputKind, Converter>> = {
  tools,
  choice,
  calls,
  results,
  request,
  response,
  stream: { type: "stream", options: ["html"] },
};
