// The feature `passthrough`: see `Passthrough` in `conversation/features.ts`.

import type { Passthrough } from "../features.ts";
import { streamContext } from "../stream/stream-context.ts";
import { passRequest } from "./pass-request.ts";
import { passResponse } from "./pass-response.ts";
import { PassthroughStream } from "./passthrough-stream.ts";
import { responseModel } from "./response-model.ts";

/** Passes bodies and frames on as they are, where client and provider have the same dialect. */
export const passthrough: Passthrough = {
  feature: "passthrough",
  request: passRequest,
  response: passResponse,
  stream: (conversation) => new PassthroughStream(streamContext(conversation), responseModel(conversation)),
};
