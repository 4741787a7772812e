export { AnswerReader, errorIn } from "./agent/answer.ts";
export { type Answer, type Ask, AskError, type AskOptions, type Usage } from "./agent/ask.ts";
export { allowAll, type Confirm, type Verdict } from "./agent/confirm.ts";
export { type Conversation, formatConversation, parseConversation } from "./agent/conversation.ts";
export type { AgentEvent } from "./agent/event.ts";
export type { Limit } from "./agent/limit.ts";
export { type AgentEnd, type AgentOptions, DEFAULT_MAX_TURNS, runAgent } from "./agent/loop.ts";
export { type AgentCall, type AgentMessage, DIALECT as AGENT_DIALECT, withText } from "./agent/message.ts";
export { type DirectoryOptions, defaultDirectories } from "./discover/directories.ts";
export { type Discovered, type DiscoverOptions, discover } from "./discover/discover.ts";
export { envelope } from "./envelope.ts";
export { lint } from "./lint.ts";
export { lintNames } from "./lint-name.ts";
export { defaultLockFile, LockError, readLock, writeLock } from "./lock/file.ts";
export { approve, changesSince, holdToLock, type Lock } from "./lock/lock.ts";
export { type ConnectedServers, type ConnectServersOptions, connectServers } from "./mcp/client.ts";
export {
  type HttpServer,
  parseServers,
  readServers,
  type ServerConfig,
  type ServersConfig,
  ServersConfigError,
  type StdioServer,
} from "./mcp/config.ts";
export { type HttpOptions, type HttpServing, serveMcpHttp } from "./mcp/serve-http.ts";
export { type StdioOptions, type StdioServing, serveMcpStdio } from "./mcp/serve-stdio.ts";
export { DEFAULT_LIMITS, ServerLimitError, type ServerLimits } from "./mcp/server-limits.ts";
export { ToolSource } from "./mcp/tool-source.ts";
export { watchFolders } from "./mcp/watch.ts";
export { type Refusal, Registry } from "./registry.ts";
export { type Executable, type ExecutableOptions, runExecutable } from "./run/executable.ts";
export { type FunctionContext, type FunctionTool, functionTool } from "./run/function.ts";
export type { Confinement, Limits } from "./run/sandbox.ts";
export { Slots } from "./run/slots.ts";
export type { ErrorCode, RunDetails, RunnableTool, RunOptions, ToolHints, ToolOrigin, ToolOutcome } from "./tool.ts";
export {
  describeChanges,
  distrustOfFolder,
  type FoundProgram,
  type Guard,
  type ProjectTrustOptions,
  projectTrust,
  type TrustPolicy,
  trustAll,
} from "./trust/policy.ts";
export { type StateOptions, stateFolder } from "./trust/state-folder.ts";
export { type TrustRecord, TrustStore, TrustStoreError } from "./trust/store.ts";
export { compareTrees, type FileRecord, readTree, type Tree, type TreeChanges, TreeError } from "./trust/tree.ts";
export { inspect, type Verdict as Validity, validate } from "./validate.ts";
