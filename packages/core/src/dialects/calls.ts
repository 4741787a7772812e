import type { CallDialect } from "../model/dialect.ts";
import { callProfile as anthropicProfile } from "./anthropic/call-profile.ts";
import * as anthropicCalls from "./anthropic/calls.ts";
import { decodeCandidates as anthropicResponse } from "./anthropic/candidates.ts";
import * as anthropicMessages from "./anthropic/messages.ts";
import * as anthropicResults from "./anthropic/results.ts";
import { decodeCandidates } from "./chat/response.ts";
import { encodeResultMessages } from "./chat/result-messages.ts";
import { callProfile as executableProfile } from "./executable/call-profile.ts";
import * as executableCalls from "./executable/calls.ts";
import * as executableMessages from "./executable/messages.ts";
import { decode as executableResponse } from "./executable/response.ts";
import * as executableResults from "./executable/results.ts";
import { callProfile as geminiProfile } from "./gemini/call-profile.ts";
import * as geminiCalls from "./gemini/calls.ts";
import * as geminiMessages from "./gemini/messages.ts";
import { decode as geminiResponse } from "./gemini/response.ts";
import * as geminiResults from "./gemini/results.ts";
import { callProfile as mcpProfile } from "./mcp/call-profile.ts";
import * as mcpCalls from "./mcp/calls.ts";
import * as mcpMessages from "./mcp/messages.ts";
import { decode as mcpResponse } from "./mcp/response.ts";
import * as mcpResults from "./mcp/results.ts";
import { callProfile as ollamaProfile } from "./ollama/call-profile.ts";
import * as ollamaCalls from "./ollama/calls.ts";
import * as ollamaMessages from "./ollama/messages.ts";
import { decode as ollamaResponse } from "./ollama/response.ts";
import * as ollamaResults from "./ollama/results.ts";
import { callProfile as openaiChatProfile } from "./openai-chat/call-profile.ts";
import * as openaiChatCalls from "./openai-chat/calls.ts";
import { facts as openaiChatFacts } from "./openai-chat/facts.ts";
import { decode as openaiChatMessages } from "./openai-chat/messages.ts";
import * as openaiChatResults from "./openai-chat/results.ts";
import { callProfile as openaiResponsesProfile } from "./openai-responses/call-profile.ts";
import * as openaiResponsesCalls from "./openai-responses/calls.ts";
import * as openaiResponsesMessages from "./openai-responses/messages.ts";
import { decode as openaiResponsesResponse } from "./openai-responses/response.ts";
import * as openaiResponsesResults from "./openai-responses/results.ts";
import { callProfile as openrouterProfile } from "./openrouter/call-profile.ts";
import * as openrouterCalls from "./openrouter/calls.ts";
import { facts as openrouterFacts } from "./openrouter/facts.ts";
import { decode as openrouterMessages } from "./openrouter/messages.ts";
import * as openrouterResults from "./openrouter/results.ts";

/** The calls and results of anthropic. */
export const anthropic: CallDialect<"anthropic"> = {
  id: "anthropic",
  profile: anthropicProfile,
  calls: anthropicCalls,
  results: anthropicResults,
  messages: anthropicMessages,
  response: { decode: anthropicResponse },
};

/** The calls and results of executable. */
export const executable: CallDialect<"executable"> = {
  id: "executable",
  profile: executableProfile,
  calls: executableCalls,
  results: executableResults,
  messages: executableMessages,
  response: { decode: executableResponse },
};

/** The calls and results of gemini. */
export const gemini: CallDialect<"gemini"> = {
  id: "gemini",
  profile: geminiProfile,
  calls: geminiCalls,
  results: geminiResults,
  messages: geminiMessages,
  response: { decode: geminiResponse },
};

/** The calls and results of mcp. */
export const mcp: CallDialect<"mcp"> = {
  id: "mcp",
  profile: mcpProfile,
  calls: mcpCalls,
  results: mcpResults,
  messages: mcpMessages,
  response: { decode: mcpResponse },
};

/** The calls and results of ollama. */
export const ollama: CallDialect<"ollama"> = {
  id: "ollama",
  profile: ollamaProfile,
  calls: ollamaCalls,
  results: ollamaResults,
  messages: ollamaMessages,
  response: { decode: ollamaResponse },
};

/** The calls and results of openai-chat. */
export const openaiChat: CallDialect<"openai-chat"> = {
  id: "openai-chat",
  profile: openaiChatProfile,
  calls: openaiChatCalls,
  results: openaiChatResults,
  messages: {
    decode: openaiChatMessages,
    encode: (messages, report) => encodeResultMessages(openaiChatFacts, messages, report),
  },
  response: { decode: (wire, report) => decodeCandidates(openaiChatFacts, wire, report) },
};

/** The calls and results of openai-responses. */
export const openaiResponses: CallDialect<"openai-responses"> = {
  id: "openai-responses",
  profile: openaiResponsesProfile,
  calls: openaiResponsesCalls,
  results: openaiResponsesResults,
  messages: openaiResponsesMessages,
  response: { decode: openaiResponsesResponse },
};

/** The calls and results of openrouter. */
export const openrouter: CallDialect<"openrouter"> = {
  id: "openrouter",
  profile: openrouterProfile,
  calls: openrouterCalls,
  results: openrouterResults,
  messages: {
    decode: openrouterMessages,
    encode: (messages, report) => encodeResultMessages(openrouterFacts, messages, report),
  },
  response: { decode: (wire, report) => decodeCandidates(openrouterFacts, wire, report) },
};
