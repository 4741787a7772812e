import { checkErrorBody } from "./gemini-interactions/error.ts";
import { checkRequest } from "./gemini-interactions/request.ts";
import { checkResponse } from "./gemini-interactions/response.ts";
import { checkStream } from "./gemini-interactions/stream.ts";
import { judge } from "./place.ts";
import type { Legality } from "./types.ts";

/** The Interactions API, by section B13 of the wire facts and the types of `@google/genai`. */
export const legality: Legality = {
  request: (body) => judge(body, checkRequest),
  response: (body) => judge(body, checkResponse),
  stream: checkStream,
  error: (_status, body) => judge(body, checkErrorBody),
};
