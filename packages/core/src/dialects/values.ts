export { dialect as anthropic } from "./anthropic/index.ts";
export { dialect as executable } from "./executable/index.ts";
export { dialect as gemini } from "./gemini/index.ts";
export { dialect as mcp } from "./mcp/index.ts";
export { dialect as ollama } from "./ollama/index.ts";
export { dialect as openaiChat } from "./openai-chat/index.ts";
export { dialect as openaiResponses } from "./openai-responses/index.ts";
export { dialect as openrouter } from "./openrouter/index.ts";
