import Anthropic from "@anthropic-ai/sdk";
import type {
  ContentBlock,
  ImageBlockParam,
  Message,
  MessageCreateParamsNonStreaming,
  MessageParam,
  ToolResultBlockParam,
} from "@anthropic-ai/sdk/resources/messages";
import type { Address, Client, Conversation, ConversationOptions, Result, SdkResponse } from "./client.ts";

export function connect({ url, fetch }: Address): Client {
  const sdk = new Anthropic({ apiKey: "none", baseURL: url, maxRetries: 0, fetch });
  return {
    dialect: "anthropic",
    features: { choice: true, failed: true, picturesInResults: true },
    converse: (asking) => new MessagesConversation(sdk, asking),
    models: async () => (await sdk.models.list()).data.map(({ id }) => id),
    count: async (model, content) => {
      const { input_tokens } = await sdk.messages.countTokens({ model, messages: [{ role: "user", content }] });
      return input_tokens;
    },
    statusOf: (error) => (error instanceof Anthropic.APIError ? error.status : undefined),
  };
}

class MessagesConversation implements Conversation {
  private readonly sdk: Anthropic;
  private readonly asking: ConversationOptions;
  private readonly messages: MessageParam[] = [];

  constructor(sdk: Anthropic, asking: ConversationOptions) {
    this.sdk = sdk;
    this.asking = asking;
  }

  addUserMessage(text: string, picture?: string): void {
    const shown = picture === undefined ? [] : [image(picture)];
    this.messages.push({ role: "user", content: [{ type: "text", text }, ...shown] });
  }

  addResults(results: readonly Result[]): void {
    this.messages.push({ role: "user", content: results.map(resultBlock) });
  }

  async send(model: string = this.asking.model): Promise<SdkResponse> {
    const body = request({ ...this.asking, model }, this.messages);
    const { messages } = this.sdk;
    const message: Message = await (this.asking.streams ? messages.stream(body).finalMessage() : messages.create(body));
    this.messages.push({ role: "assistant", content: message.content });
    const { content, usage } = message;
    return {
      text: of(content, "text").reduce((all, { text }) => all + text, ""),
      reasoning: of(content, "thinking").reduce((all, { thinking }) => all + thinking, ""),
      calls: of(content, "tool_use").map(({ id, name, input }) => ({ id, name, arguments: JSON.stringify(input) })),
      stop: message.stop_reason ?? "",
      usage: { input: usage?.input_tokens, output: usage?.output_tokens },
    };
  }
}

function request(
  { model, system, tools, choice, format, reasons }: ConversationOptions,
  messages: MessageParam[],
): MessageCreateParamsNonStreaming {
  return {
    model,
    messages,
    max_tokens: 4096,
    ...(system !== undefined && { system }),
    ...(tools && { tools: tools.map(({ name, schema }) => ({ name, input_schema: schema })) }),
    ...(choice && { tool_choice: choiceOf(choice) }),
    ...(format && { output_config: { format: { type: "json_schema", schema: format.schema } } }),
    ...(reasons === true && { thinking: { type: "enabled", budget_tokens: 2048 } }),
  };
}

function choiceOf(
  choice: NonNullable<ConversationOptions["choice"]>,
): NonNullable<MessageCreateParamsNonStreaming["tool_choice"]> {
  if (typeof choice !== "string") return { type: "tool", name: choice.name };
  return { type: choice === "required" ? "any" : "none" };
}

function image(data: string): ImageBlockParam {
  return { type: "image", source: { type: "base64", media_type: "image/png", data } };
}

function resultBlock({ call, text, failed, picture }: Result): ToolResultBlockParam {
  const textBlock = { type: "text" as const, text };
  return {
    type: "tool_result",
    tool_use_id: call.id,
    content: picture === undefined ? text : [textBlock, image(picture)],
    ...(failed && { is_error: true }),
  };
}

function of<Type extends ContentBlock["type"]>(blocks: readonly ContentBlock[], type: Type) {
  return blocks.filter((block): block is Extract<ContentBlock, { type: Type }> => block.type === type);
}
