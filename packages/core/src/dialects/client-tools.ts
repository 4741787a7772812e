import type { AsClientTool } from "../model/dialect.ts";
import { clientTool as anthropic } from "./anthropic/client-tools.ts";
import type { DialectId } from "./names.ts";
import { clientTool as openaiResponses } from "./openai-responses/client-tools.ts";

/** The tools that vendors define and clients run. They are not part of the dialects, so that small bundles do not hold them. */
export const CLIENT_TOOLS: { readonly [Id in DialectId]?: AsClientTool } = {
  anthropic,
  "openai-responses": openaiResponses,
};
