import type { FreeBodies } from "../../fast/templates/free-values.ts";

/** What differs between one body and the next. */
export const freeValues: FreeBodies = {
  request: {
    text: [
      "/system",
      "/system/*/text",
      "/messages/*/content",
      "/messages/*/content/*/text",
      "/messages/*/content/*/content",
      "/messages/*/content/*/content/*/text",
    ],
    description: ["/tools/*/description"],
    schema: ["/tools/*/input_schema"],
    id: ["/messages/*/content/*/id", "/messages/*/content/*/tool_use_id"],
    arguments: ["/messages/*/content/*/input"],
  },
  response: {
    text: ["/content/*/text"],
    id: ["/id", "/content/*/id"],
    arguments: ["/content/*/input"],
    count: [
      "/usage/input_tokens",
      "/usage/output_tokens",
      "/usage/cache_read_input_tokens",
      "/usage/cache_creation_input_tokens",
    ],
  },
};
