export { type DirectoryOptions, defaultDirectories } from "./discover/directories.ts";
export { type Discovered, type DiscoverOptions, discover } from "./discover/discover.ts";
export { envelope } from "./envelope.ts";
export { type Refusal, Registry } from "./registry.ts";
export type { ErrorCode, RunDetails, RunnableTool, RunOptions, ToolHints, ToolOrigin, ToolOutcome } from "./tool.ts";
