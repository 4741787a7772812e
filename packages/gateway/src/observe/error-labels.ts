import { OTHER } from "./model-labels.ts";

/** The label of an error. Codes may come from a provider, which can send any number of different ones. */
export function errorLabel(errorType: string): string {
  return /^[1-5]\d\d$/.test(errorType) || ERROR_TYPES.has(errorType) ? errorType : OTHER;
}

/** The gateway's own error codes. */
const ERROR_TYPES: ReadonlySet<string> = new Set([
  "client_closed",
  "first_byte_timeout",
  "idle_timeout",
  "internal",
  "overloaded",
  "server",
  "shutting_down",
  "store_unavailable",
  "timeout",
  "total_timeout",
  "unavailable",
  "upstream_connect_failed",
  "upstream_connect_timeout",
  "upstream_encoding",
  "upstream_error",
  "upstream_invalid",
  "upstream_redirect",
  "upstream_reset",
  "upstream_too_large",
  "upstream_truncated",
  "would_lose",
]);
