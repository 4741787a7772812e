import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import {
  Agent,
  OpenAIChatCompletionsModel,
  OpenAIResponsesModel,
  Runner,
  setTracingDisabled,
  tool,
} from "@openai/agents";
import { tool as aiTool, generateText, jsonSchema, stepCountIs, streamText } from "ai";
import OpenAI from "openai";

const RESULT = "sunny, 21 degrees";
const PROMPT = "How is the weather?";

setTracingDisabled(true);
// It warns of every model that it does not know.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** Client libraries that go through a tool loop: what was called, and the text at its end. */
export const libraries = {
  "ai/chat": aiSdk(({ url, model }) => createOpenAI({ baseURL: `${url}/v1`, apiKey: "none" }).chat(model)),
  "ai/responses": aiSdk(({ url, model }) => createOpenAI({ baseURL: `${url}/v1`, apiKey: "none" }).responses(model)),
  "ai/anthropic": aiSdk(({ url, model }) => createAnthropic({ baseURL: `${url}/v1`, apiKey: "none" })(model)),
  "ai/gemini": aiSdk(({ url, model }) => createGoogleGenerativeAI({ baseURL: `${url}/v1beta`, apiKey: "none" })(model)),
  "openai-agents (Node)/chat": openaiAgents(OpenAIChatCompletionsModel),
  "openai-agents (Node)/responses": openaiAgents(OpenAIResponsesModel),
};

function aiSdk(connect) {
  return async ({ tool: { name, schema }, streams, ...rest }) => {
    const calls = [];
    const execute = (input) => {
      calls.push({ name, arguments: JSON.stringify(input) });
      return RESULT;
    };
    const described = aiTool({ description: "Tells the weather.", inputSchema: jsonSchema(schema), execute });
    const errors = [];
    const asked = {
      model: connect(rest),
      prompt: PROMPT,
      tools: { [name]: described },
      // The model may call once more in the place of an answer.
      stopWhen: stepCountIs(5),
      maxRetries: 0,
      onError: ({ error }) => errors.push(error),
    };
    const { text } = streams ? streamText(asked) : await generateText(asked);
    const said = await text;
    if (errors.length > 0) throw errors[0];
    return { calls, text: said };
  };
}

function openaiAgents(Model) {
  return async ({ url, model, streams, tool: { name, schema } }) => {
    const calls = [];
    const execute = (input) => {
      calls.push({ name, arguments: JSON.stringify(input) });
      return RESULT;
    };
    const described = tool({ name, description: "Tells the weather.", parameters: schema, strict: false, execute });
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: "none", maxRetries: 0 });
    const agent = new Agent({ name: "it", tools: [described], model: new Model(client, model) });
    const answer = await new Runner().run(agent, PROMPT, { stream: streams });
    if (streams) await answer.completed;
    return { calls, text: String(answer.finalOutput) };
  };
}
