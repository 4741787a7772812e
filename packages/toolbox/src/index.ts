export { envelope } from "./envelope.ts";
export { type Refusal, Registry } from "./registry.ts";
export type { ErrorCode, RunDetails, RunnableTool, RunOptions, ToolHints, ToolOrigin, ToolOutcome } from "./tool.ts";
