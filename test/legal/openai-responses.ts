import { checkError } from "./openai/errors.ts";
import { checkParameters } from "./openai/parameters.ts";
import { judge, type Place } from "./openai/place.ts";
import { checkInput } from "./openai/responses-input.ts";
import { checkResponse } from "./openai/responses-object.ts";
import {
  checkResponsesModel,
  checkSources,
  RESPONSES_NEVER_NULL,
  RESPONSES_PARAMETERS,
  RESPONSES_UNAVAILABLE,
} from "./openai/responses-parameters.ts";
import { checkResponsesStream } from "./openai/responses-stream.ts";
import { checkResponsesTools } from "./openai/responses-tools.ts";
import { expectKind } from "./openai/shape.ts";
import type { Legality } from "./types.ts";

/** Part B of the wire facts. */
export const legality: Legality = {
  request: (body) => judge(body, checkRequest),
  response: (body) => judge(body, checkResponse),
  stream: checkResponsesStream,
  error: (status, body) => judge(body, (root) => checkError(root, status)),
};

function checkRequest(body: Place): void {
  if (!expectKind(body, "body.object", "object")) return;
  checkParameters(body, {
    checks: RESPONSES_PARAMETERS,
    never: RESPONSES_NEVER_NULL,
    unavailable: RESPONSES_UNAVAILABLE,
    closed: true,
  });
  checkSources(body);
  checkResponsesModel(body);
  checkResponsesTools(body);
  checkInput(body);
}
