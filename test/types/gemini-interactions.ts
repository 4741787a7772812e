import type { Interactions } from "@google/genai";
import {
  convertToolCalls,
  convertToolChoice,
  convertToolResults,
  convertTools,
  createBridge,
  formatToolResult,
  parseToolCalls,
} from "@toolglot/core";
import { a, accepts } from "./assignable.ts";

type Request = Interactions.InteractionCreateParams.CreateModelInteractionParams;
type Choice = NonNullable<Interactions.GenerationConfig["tool_choice"]>;

// What is written, in the SDK's hands.
accepts<Interactions.Tool[]>(
  convertTools([{ name: "now", inputSchema: { type: "object" } }], { from: "mcp", to: "gemini-interactions" }).value,
);
accepts<Choice | undefined>(convertToolChoice({ type: "any" }, { from: "anthropic", to: "gemini-interactions" }).value);
accepts<Interactions.Step[]>(convertToolCalls([], { from: "anthropic", to: "gemini-interactions" }).value);
accepts<Interactions.Step>(
  formatToolResult({ id: "call_1", name: "now", content: "noon" }, { to: "gemini-interactions" }),
);
accepts<Interactions.Step[]>(convertToolResults([], { from: "anthropic", to: "gemini-interactions" }).value);

const provider = createBridge({ client: "anthropic", provider: "gemini-interactions" });
accepts<Request>(provider.request({ model: "m", max_tokens: 1, messages: [] }).value);

const client = createBridge({ client: "gemini-interactions", provider: "anthropic" });
const { value: response } = client.response({ type: "message", role: "assistant", content: [], stop_reason: null });
accepts<Interactions.Interaction>(response);
accepts<Interactions.Step[] | undefined>(response.steps);

// The SDK's values, as input.
convertTools(a<Interactions.Tool[]>(), { from: "gemini-interactions", to: "anthropic" });
convertToolChoice(a<Choice>(), { from: "gemini-interactions", to: "anthropic" });
parseToolCalls(a<Interactions.Interaction>(), { from: "gemini-interactions" });
parseToolCalls([a<Interactions.Step>()], { from: "gemini-interactions" });
convertToolResults(a<Interactions.Step[]>(), { from: "gemini-interactions", to: "anthropic" });
client.request(a<Request>());
provider.response(a<Interactions.Interaction>());

// Events of streams.
accepts<Interactions.InteractionSSEEvent[]>(client.events().end());
provider.events().push(a<Interactions.InteractionSSEEvent>());
