import { type ChatRequest, type ChatResponse, type Message, Ollama, type Tool as OllamaTool } from "ollama";
import type { Address, Call, Client, Conversation, ConversationOptions, Result, SdkResponse } from "./client.ts";

export function connect({ url, fetch }: Address): Client {
  const sdk = new Ollama({ host: url, fetch });
  return {
    dialect: "ollama",
    features: { choice: false, failed: false, picturesInResults: true },
    converse: (asking) => new OllamaConversation(sdk, asking),
    models: async () => (await sdk.list()).models.map(({ name }) => name),
    statusOf,
  };
}

// The class is not exported.
function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || error.name !== "ResponseError") return undefined;
  return (error as Error & { readonly status_code: number }).status_code;
}

class OllamaConversation implements Conversation {
  private readonly sdk: Ollama;
  private readonly asking: ConversationOptions;
  private readonly messages: Message[];

  constructor(sdk: Ollama, asking: ConversationOptions) {
    this.sdk = sdk;
    this.asking = asking;
    this.messages = asking.system === undefined ? [] : [{ role: "system", content: asking.system }];
  }

  addUserMessage(text: string, picture?: string): void {
    this.messages.push({ role: "user", content: text, ...pictures(picture) });
  }

  // The server knows ids, which the types of this SDK do not.
  addResults(results: readonly Result[]): void {
    for (const { call, text, picture } of results) {
      const ids = call.id === "" ? {} : { tool_call_id: call.id };
      this.messages.push({ role: "tool", tool_name: call.name, content: text, ...ids, ...pictures(picture) });
    }
  }

  async send(model: string = this.asking.model): Promise<SdkResponse> {
    const responses = await this.responses(model);
    const messages = responses.map(({ message }) => message);
    const written = (field: "content" | "thinking") => messages.map((message) => message[field] ?? "").join("");
    const calls = messages.flatMap(({ tool_calls }) => tool_calls ?? []);
    this.messages.push({
      role: "assistant",
      content: written("content"),
      ...(written("thinking") !== "" && { thinking: written("thinking") }),
      ...(calls.length > 0 && { tool_calls: calls }),
    });
    const { done_reason = "", prompt_eval_count = 0, eval_count = 0 } = responses.at(-1) ?? {};
    return {
      text: written("content"),
      reasoning: written("thinking"),
      calls: calls.map(callOf),
      stop: done_reason,
      usage: { input: prompt_eval_count, output: eval_count },
    };
  }

  private async responses(model: string): Promise<ChatResponse[]> {
    const body = request({ ...this.asking, model }, this.messages);
    if (!this.asking.streams) return [await this.sdk.chat({ ...body, stream: false })];
    const all: ChatResponse[] = [];
    for await (const response of await this.sdk.chat({ ...body, stream: true })) all.push(response);
    return all;
  }
}

function request({ model, tools, format, reasons }: ConversationOptions, messages: Message[]): ChatRequest {
  return {
    model,
    messages,
    ...(tools && {
      tools: tools.map(
        ({ name, schema }): OllamaTool => ({
          type: "function",
          function: { name, description: "", parameters: schema as OllamaTool["function"]["parameters"] & object },
        }),
      ),
    }),
    ...(format && { format: format.schema }),
    ...(reasons === true && { think: true }),
  };
}

function pictures(picture: string | undefined): Pick<Message, "images"> {
  return picture === undefined ? {} : { images: [picture] };
}

function callOf(call: NonNullable<Message["tool_calls"]>[number] & { readonly id?: string }): Call {
  return { id: call.id ?? "", name: call.function.name, arguments: JSON.stringify(call.function.arguments) };
}
