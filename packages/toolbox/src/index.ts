export { allowAll, type Confirm, type ConfirmResult } from "./agent/confirm.ts";
export { type Conversation, formatConversation, parseConversation } from "./agent/conversation.ts";
export type { AgentEvent } from "./agent/event.ts";
export { type GatewayModelOptions, gatewayModel } from "./agent/gateway-model.ts";
export {
  type Generate,
  GenerateError,
  type GenerateOptions,
  type GenerateResult,
  type TokenUsage,
} from "./agent/generate.ts";
export type { AgentLimit } from "./agent/limit.ts";
export { type AgentEnd, type AgentOptions, DEFAULT_MAX_TURNS, runAgent } from "./agent/loop.ts";
export { type AgentCall, type AgentMessage, DIALECT as AGENT_DIALECT, withText } from "./agent/message.ts";
export { errorFromBody, GenerateResultReader } from "./agent/result-reader.ts";
export { type SdkClient, type SdkModelOptions, sdkModel } from "./agent/sdk-model.ts";
export { DefinitionCache, type DefinitionCacheOptions } from "./discover/definition-cache.ts";
export { type DirectoryOptions, defaultDirectories } from "./discover/directories.ts";
export { type Discovered, type DiscoverOptions, discover } from "./discover/discover.ts";
export { envelope } from "./envelope.ts";
export { lint } from "./lint.ts";
export { lintNames } from "./lint-name.ts";
export { defaultLockFile, LockError, readLock, writeLock } from "./lock/file.ts";
export { applyLock, approve, changesSince, type Lock } from "./lock/lock.ts";
export { type ConnectedServers, type ConnectServersOptions, connectServers } from "./mcp/client.ts";
export {
  type HttpServerConfig,
  parseServers,
  readServers,
  type ServerConfig,
  type ServersConfig,
  ServersConfigError,
  type StdioServerConfig,
} from "./mcp/config.ts";
export { type McpHttpOptions, type McpHttpServer, serveMcpHttp } from "./mcp/serve-http.ts";
export { type McpStdioOptions, type McpStdioServer, serveMcpStdio } from "./mcp/serve-stdio.ts";
export { DEFAULT_LIMITS, ServerLimitError, type ServerLimits } from "./mcp/server-limits.ts";
export { ToolSource } from "./mcp/tool-source.ts";
export { watchFolders } from "./mcp/watch.ts";
export { type Refusal, Registry, type RegistryEncodeOptions } from "./registry.ts";
export { type Executable, type ExecutableOptions, runExecutable } from "./run/executable.ts";
export { type FunctionContext, type FunctionTool, functionTool } from "./run/function.ts";
export type { Confinement, ResourceLimits } from "./run/sandbox.ts";
export { Semaphore } from "./run/semaphore.ts";
export type { InferOutput, StandardIssue, StandardResult, StandardSchema } from "./run/standard-schema.ts";
export type { ErrorCode, RunDetails, RunnableTool, RunOptions, ToolHints, ToolOrigin, ToolOutcome } from "./tool.ts";
export {
  describeChanges,
  type FoundProgram,
  folderTrustProblem,
  type Guard,
  type ProjectTrustOptions,
  projectTrust,
  type TrustPolicy,
  trustAll,
} from "./trust/policy.ts";
export { type StateOptions, stateFolder } from "./trust/state-folder.ts";
export { type TrustRecord, TrustStore, TrustStoreError } from "./trust/store.ts";
export { compareTrees, type FileRecord, readTree, type Tree, type TreeChanges, TreeError } from "./trust/tree.ts";
export { inspect, type ValidationResult, validate } from "./validate.ts";
