import { checkErrorBody } from "./gemini/error.ts";
import { checkRequest } from "./gemini/request.ts";
import { checkResponse } from "./gemini/response.ts";
import { checkStream } from "./gemini/stream.ts";
import { judge } from "./place.ts";
import type { Legality } from "./types.ts";

/** The generateContent API, by the sections B1 to B10 of the wire facts. */
export const legality: Legality = legalityOf();

/** As `legality`, with the rules of one model: its name stands in the address, seldom in the body. */
export function legalityOf(model?: string): Legality {
  return {
    request: (body) => judge(body, (root) => checkRequest(root, model)),
    response: (body) => judge(body, checkResponse),
    stream: checkStream,
    error: (status, body) => judge(body, (root) => checkErrorBody(root, status)),
  };
}
