import type { FreeBodies } from "../../fast/templates/free-values.ts";

/** What differs between one body and the next. */
export const freeValues: FreeBodies = {
  request: {
    text: ["/systemInstruction/parts/*/text", "/contents/*/parts/*/text"],
    description: ["/tools/*/functionDeclarations/*/description"],
    schema: ["/tools/*/functionDeclarations/*/parameters", "/tools/*/functionDeclarations/*/parametersJsonSchema"],
    arguments: ["/contents/*/parts/*/functionCall/args"],
  },
  response: {
    text: ["/candidates/*/content/parts/*/text"],
    id: ["/responseId", "/candidates/*/content/parts/*/functionCall/id"],
    arguments: ["/candidates/*/content/parts/*/functionCall/args"],
    count: [
      "/usageMetadata/promptTokenCount",
      "/usageMetadata/candidatesTokenCount",
      "/usageMetadata/totalTokenCount",
      "/usageMetadata/thoughtsTokenCount",
      "/usageMetadata/cachedContentTokenCount",
      "/usageMetadata/promptTokensDetails/*/tokenCount",
      "/usageMetadata/candidatesTokensDetails/*/tokenCount",
    ],
  },
};
