/** What `@toolglot/core/mini` does only where it is given it. */
export { passthrough } from "./conversation/passthrough/index.ts";
export { storedReasoning } from "./conversation/reasoning/stored-reasoning.ts";
export { promptCaching } from "./conversation/request/prompt-cache.ts";
export { assembly } from "./conversation/response/assemble-response.ts";
export { toolSearch } from "./conversation/search/index.ts";
export { schemaSubsets } from "./schema/subsets.ts";
