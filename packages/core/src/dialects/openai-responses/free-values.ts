import type { FreeBodies } from "../../fast/templates/free-values.ts";

/** What differs between one body and the next. */
export const freeValues: FreeBodies = {
  request: {
    text: ["/instructions", "/input", "/input/*/content", "/input/*/content/*/text", "/input/*/output"],
    description: ["/tools/*/description"],
    schema: ["/tools/*/parameters"],
    id: ["/input/*/call_id", "/input/*/id"],
    arguments: ["/input/*/arguments"],
  },
  response: {
    text: ["/output/*/content/*/text"],
    id: ["/id", "/output/*/id", "/output/*/call_id"],
    arguments: ["/output/*/arguments"],
    time: ["/created_at", "/completed_at"],
    count: [
      "/usage/input_tokens",
      "/usage/output_tokens",
      "/usage/total_tokens",
      "/usage/input_tokens_details/cached_tokens",
      "/usage/output_tokens_details/reasoning_tokens",
    ],
  },
};
