// The feature `passthrough`: see `Passthrough` in `conversation/features.ts`.

import type { Passthrough } from "../features.ts";
import { streamContext } from "../stream/stream-context.ts";
import { fitOwnDialect } from "./fit-own-dialect.ts";
import { normalizePassedRequest } from "./normalize-request.ts";
import { passRequest } from "./pass-request.ts";
import { passResponse } from "./pass-response.ts";
import { PassthroughStream } from "./passthrough-stream.ts";
import { responseModel } from "./response-model.ts";

/** Passes bodies and frames on as they are, where client and provider have the same dialect. */
export const passthrough: Passthrough = {
  feature: "passthrough",
  request: passRequest,
  fit: fitOwnDialect,
  normalize: normalizePassedRequest,
  response: passResponse,
  stream: (conversation) => new PassthroughStream(streamContext(conversation), responseModel(conversation)),
};
