import OpenAI from "openai";
import type {
  Response,
  ResponseCreateParamsNonStreaming,
  ResponseFunctionCallOutputItemList,
  ResponseInputItem,
  ResponseOutputItem,
} from "openai/resources/responses/responses";
import type { Address, Call, Client, Conversation, ConversationOptions, Result, SdkResponse } from "./client.ts";

export function connect({ url, fetch }: Address): Client {
  const sdk = new OpenAI({ apiKey: "none", baseURL: `${url}/v1`, maxRetries: 0, fetch });
  return {
    dialect: "openai-responses",
    features: { choice: true, failed: false, picturesInResults: true },
    converse: (asking) => new ResponsesConversation(sdk, asking),
    models: async () => (await sdk.models.list()).data.map(({ id }) => id),
    count: async (model, input) => (await sdk.responses.inputTokens.count({ model, input })).input_tokens,
    statusOf: (error) => (error instanceof OpenAI.APIError ? error.status : undefined),
  };
}

class ResponsesConversation implements Conversation {
  private readonly sdk: OpenAI;
  private readonly asking: ConversationOptions;
  private readonly items: ResponseInputItem[] = [];

  constructor(sdk: OpenAI, asking: ConversationOptions) {
    this.sdk = sdk;
    this.asking = asking;
  }

  addUserMessage(text: string, picture?: string): void {
    const shown = picture === undefined ? [] : [image(picture)];
    this.items.push({ role: "user", content: [{ type: "input_text", text }, ...shown] });
  }

  addResults(results: readonly Result[]): void {
    for (const { call, text, picture } of results)
      this.items.push({ type: "function_call_output", call_id: call.id, output: outputOf(text, picture) });
  }

  async send(model: string = this.asking.model): Promise<SdkResponse> {
    const body = request({ ...this.asking, model }, this.items);
    const { responses } = this.sdk;
    const response: Response = await (this.asking.streams
      ? responses.stream(body).finalResponse()
      : responses.create(body));
    this.items.push(...(response.output as ResponseInputItem[]));
    return {
      text: response.output_text,
      reasoning: response.output.flatMap(reasoningIn).join(""),
      calls: response.output.flatMap(callsIn),
      stop: response.incomplete_details?.reason ?? response.status ?? "",
      usage: { input: response.usage?.input_tokens ?? 0, output: response.usage?.output_tokens ?? 0 },
    };
  }
}

function request(
  { model, system, tools, choice, format, reasons }: ConversationOptions,
  input: ResponseInputItem[],
): Omit<ResponseCreateParamsNonStreaming, "stream"> {
  return {
    model,
    input,
    // What the gateway does not keep, it must be sent whole.
    store: false,
    ...(system !== undefined && { instructions: system }),
    ...(tools && {
      tools: tools.map(({ name, schema }) => ({ type: "function", name, parameters: schema, strict: false })),
    }),
    ...(choice && { tool_choice: typeof choice === "string" ? choice : { type: "function", name: choice.name } }),
    ...(format && { text: { format: { type: "json_schema", name: "answer", ...format } } }),
    ...(reasons === true && {
      reasoning: { effort: "low", summary: "auto" },
      include: ["reasoning.encrypted_content"],
    }),
  };
}

function image(picture: string) {
  return { type: "input_image" as const, detail: "auto" as const, image_url: `data:image/png;base64,${picture}` };
}

function outputOf(text: string, picture: string | undefined): string | ResponseFunctionCallOutputItemList {
  return picture === undefined ? text : [{ type: "input_text", text }, image(picture)];
}

function reasoningIn(item: ResponseOutputItem): string[] {
  return item.type === "reasoning" ? [...item.summary, ...(item.content ?? [])].map(({ text }) => text) : [];
}

function callsIn(item: ResponseOutputItem): Call[] {
  return item.type === "function_call" ? [{ id: item.call_id, name: item.name, arguments: item.arguments }] : [];
}
