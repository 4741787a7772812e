import type { FreeBodies } from "../../fast/templates/free-values.ts";

/** What differs between one body and the next. */
export const freeValues: FreeBodies = {
  request: {
    text: ["/messages/*/content", "/messages/*/content/*/text"],
    description: ["/tools/*/function/description"],
    schema: ["/tools/*/function/parameters"],
    id: ["/messages/*/tool_calls/*/id", "/messages/*/tool_call_id"],
    arguments: ["/messages/*/tool_calls/*/function/arguments"],
  },
  response: {
    text: ["/choices/*/message/content"],
    id: ["/id", "/system_fingerprint", "/choices/*/message/tool_calls/*/id"],
    arguments: ["/choices/*/message/tool_calls/*/function/arguments"],
    time: ["/created"],
    count: [
      "/usage/prompt_tokens",
      "/usage/completion_tokens",
      "/usage/total_tokens",
      "/usage/prompt_tokens_details/cached_tokens",
      "/usage/completion_tokens_details/reasoning_tokens",
    ],
  },
};
