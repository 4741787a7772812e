import { isArray, isObject } from "../../json/value.ts";
import { hasField, objectsIn, sign } from "../../mapping/detect-signs.ts";
import type { DialectSigns } from "../../model/detect.ts";

export const detect: DialectSigns = {
  // A function looks like one of another API, which more people send.
  tools: [sign(50, (tool) => tool.type === "function" && !("function" in tool))],
  request: [
    sign(
      95,
      hasField("system_instruction", "generation_config", "previous_interaction_id", "safety_settings", "agent"),
    ),
    sign(95, hasField("response_modalities", "webhook_config")),
    sign(95, ({ response_format: formats }) => isArray(formats)),
    sign(95, ({ input }) => objectsIn(input).some(({ type }) => STEPS.has(String(type)))),
  ],
  response: [
    sign(75, ({ object, steps }) => object === "interaction" || isArray(steps)),
    sign(75, ({ event_type: type }) => type === "error"),
    // Errors of Chat Completions have a type beside such a code.
    sign(30, ({ error }) => isObject(error) && error.type === undefined && CODES.has(String(error.code))),
  ],
  stream: [
    sign(75, ({ event_type: type }) => typeof type === "string" && /^(?:(?:interaction|step)\.|error$)/.test(type)),
  ],
  choice: [sign(30, ({ type, allowed_tools: allowed }) => type === undefined && allowed !== undefined)],
  calls: [
    sign(
      35,
      ({ type, call_id: id, arguments: sent }) =>
        type === "function_call" && id === undefined && isObject(sent ?? null),
    ),
  ],
  results: [sign(60, ({ type }) => type === "function_result")],
};

/** https://ai.google.dev/gemini-api/docs/interactions/streaming#error */
const CODES: ReadonlySet<string> = new Set([
  ...["invalid_request", "unauthenticated", "failed_precondition", "permission_denied", "not_found", "conflict"],
  ...["too_many_requests", "internal_error", "service_unavailable", "gateway_timeout"],
]);

/** The types of steps that no other API has. */
const STEPS: ReadonlySet<string> = new Set(["user_input", "model_output", "thought", "function_result"]);
