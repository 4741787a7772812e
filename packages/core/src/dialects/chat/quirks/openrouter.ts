import { isArray, isObject } from "../../../json/value.ts";
import type { ChatQuirk } from "../quirk.ts";

/**
 * OpenRouter has its own error types, puts an error in the middle of a response into the choice that it ends, and names the finish
 * reason of the server behind it:
 * https://openrouter.ai/docs/api/reference/errors-and-debugging
 */
export const openrouter: ChatQuirk = {
  reasoningFields: ["reasoning"],
  choiceMetadata: ["native_finish_reason"],
  failedFinishReasons: { error: "server" },
  errorKinds: {
    invalid_request: "invalid-request",
    authentication: "authentication",
    payment_required: "billing",
    permission_denied: "permission",
    not_found: "not-found",
    payload_too_large: "too-large",
    rate_limit_exceeded: "rate-limit",
    server: "server",
    provider_unavailable: "unavailable",
    provider_overloaded: "overloaded",
    timeout: "timeout",
  },
  errorIn: ({ choices }) => {
    const [first] = isArray(choices) ? choices : [];
    return isObject(first) && first.error !== undefined && first.error !== null ? first : undefined;
  },
};
