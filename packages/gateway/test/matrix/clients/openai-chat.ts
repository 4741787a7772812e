import OpenAI from "openai";
import type {
  ChatCompletion,
  ChatCompletionChunk,
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessage,
  ChatCompletionMessageParam,
} from "openai/resources/chat/completions";
import type { Address, Call, Client, Conversation, ConversationOptions, Result, SdkResponse } from "./client.ts";

export function connect({ url, fetch }: Address): Client {
  const sdk = new OpenAI({ apiKey: "none", baseURL: `${url}/v1`, maxRetries: 0, fetch });
  return {
    dialect: "openai-chat",
    features: { choice: true, failed: false, picturesInResults: false },
    converse: (asking) => new ChatConversation(sdk, asking),
    models: async () => (await sdk.models.list()).data.map(({ id }) => id),
    statusOf: (error) => (error instanceof OpenAI.APIError ? error.status : undefined),
  };
}

class ChatConversation implements Conversation {
  private readonly sdk: OpenAI;
  private readonly asking: ConversationOptions;
  private readonly messages: ChatCompletionMessageParam[];

  constructor(sdk: OpenAI, asking: ConversationOptions) {
    this.sdk = sdk;
    this.asking = asking;
    this.messages = asking.system === undefined ? [] : [{ role: "system", content: asking.system }];
  }

  addUserMessage(text: string, picture?: string): void {
    const textPart = { type: "text" as const, text };
    const shown = { type: "image_url" as const, image_url: { url: `data:image/png;base64,${picture}` } };
    this.messages.push({ role: "user", content: picture === undefined ? text : [textPart, shown] });
  }

  addResults(results: readonly Result[]): void {
    for (const { call, text } of results) this.messages.push({ role: "tool", tool_call_id: call.id, content: text });
  }

  async send(model: string = this.asking.model): Promise<SdkResponse> {
    const { choices, usage } = await (this.asking.streams ? this.streamed(model) : this.whole(model));
    const [choice] = choices;
    if (choice === undefined) throw new Error("no choice");
    const { message, finish_reason } = choice;
    this.messages.push(message);
    return {
      text: message.content ?? "",
      reasoning: reasoningIn(message),
      calls: callsIn(message),
      stop: finish_reason,
      usage: { input: usage?.prompt_tokens ?? 0, output: usage?.completion_tokens ?? 0 },
    };
  }

  private whole(model: string): Promise<ChatCompletion> {
    return this.sdk.chat.completions.create(request({ ...this.asking, model }, this.messages));
  }

  // What others than OpenAI say of their reasoning comes in pieces that the helper does not put together.
  private async streamed(model: string): Promise<ChatCompletion> {
    const body = { ...request({ ...this.asking, model }, this.messages), stream_options: { include_usage: true } };
    let reasoning = "";
    const stream = this.sdk.chat.completions.stream(body);
    stream.on("chunk", ({ choices }) => {
      reasoning += reasoningIn(choices[0]?.delta ?? {});
    });
    const { choices, ...rest } = await stream.finalChatCompletion();
    const written = reasoning === "" ? {} : { reasoning_content: reasoning };
    return { ...rest, choices: choices.map((choice) => ({ ...choice, message: { ...choice.message, ...written } })) };
  }
}

function request(
  { model, tools, choice, format, reasons }: ConversationOptions,
  messages: ChatCompletionMessageParam[],
): Omit<ChatCompletionCreateParamsNonStreaming, "stream"> {
  return {
    model,
    messages,
    ...(tools && {
      tools: tools.map(({ name, schema }) => ({ type: "function", function: { name, parameters: schema } })),
    }),
    ...(choice && {
      tool_choice: typeof choice === "string" ? choice : { type: "function", function: { name: choice.name } },
    }),
    ...(format && { response_format: { type: "json_schema", json_schema: { name: "answer", ...format } } }),
    ...(reasons === true && { reasoning_effort: "low" }),
  };
}

function callsIn({ tool_calls = [] }: ChatCompletionMessage): Call[] {
  return tool_calls.flatMap((call) =>
    call.type === "function" ? [{ id: call.id, name: call.function.name, arguments: call.function.arguments }] : [],
  );
}

function reasoningIn(message: ChatCompletionMessage | ChatCompletionChunk.Choice.Delta): string {
  const { reasoning_content } = message as { readonly reasoning_content?: string | null };
  return reasoning_content ?? "";
}
