export { callDialect as anthropic } from "./anthropic/call-dialect.ts";
export { callDialect as executable } from "./executable/call-dialect.ts";
export { callDialect as gemini } from "./gemini/call-dialect.ts";
export { callDialect as mcp } from "./mcp/call-dialect.ts";
export { callDialect as ollama } from "./ollama/call-dialect.ts";
export { callDialect as openaiChat } from "./openai-chat/call-dialect.ts";
export { callDialect as openaiResponses } from "./openai-responses/call-dialect.ts";
export { callDialect as openrouter } from "./openrouter/call-dialect.ts";
