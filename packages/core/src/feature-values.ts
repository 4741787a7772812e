import { CLIENT_TOOLS } from "./dialects/client-tools.ts";
import { clientToolFunctions } from "./tools/client-tool-functions.ts";
import type { ClientTools } from "./tools/client-tools.ts";

/** What `@toolglot/core/mini` does only where it is given it. */
export { passthrough } from "./conversation/passthrough/index.ts";
export { storedReasoning } from "./conversation/reasoning/stored-reasoning.ts";
export { promptCaching } from "./conversation/request/prompt-cache.ts";
export { assembly } from "./conversation/response/assemble-response.ts";
export { pausedTurns } from "./conversation/response/continue-turn.ts";
export { toolSearch } from "./conversation/search/index.ts";
export { schemaSubsets } from "./schema/subsets.ts";

/** Turns tools that a vendor defines and the client runs (a shell, an editor) into functions for other vendors. */
export const clientTools: ClientTools = clientToolFunctions(CLIENT_TOOLS);
