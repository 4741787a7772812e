import {
  type BedrockRuntimeClient,
  BedrockRuntimeServiceException,
  type ContentBlock,
  ConverseCommand,
  type ConverseCommandInput,
  ConverseStreamCommand,
  type ConverseStreamOutput,
  CountTokensCommand,
  type Message,
  type TokenUsage,
  type ToolChoice,
  type ToolInputSchema,
  type ToolResultContentBlock,
} from "@aws-sdk/client-bedrock-runtime";
import { bedrockClient } from "../../support/aws-sdk.ts";
import type { Address, Client, Conversation, ConversationOptions, Result, SdkResponse } from "./client.ts";

export function connect({ url, fetch }: Address): Client {
  const sdk = bedrockClient(url, fetch);
  return {
    dialect: "bedrock",
    features: { choice: true, failed: true, picturesInResults: true },
    converse: (asking) => new ConverseConversation(sdk, asking),
    models: async () => {
      const response = await fetch(`${url}/foundation-models`);
      const { modelSummaries } = (await response.json()) as { modelSummaries: { modelId: string }[] };
      return modelSummaries.map(({ modelId }) => modelId);
    },
    count: async (modelId, text) => {
      const input = { converse: { messages: [{ role: "user" as const, content: [{ text }] }] } };
      return (await sdk.send(new CountTokensCommand({ modelId, input }))).inputTokens ?? 0;
    },
    statusOf: (error) =>
      error instanceof BedrockRuntimeServiceException ? error.$metadata?.httpStatusCode : undefined,
  };
}

/** A response, whole or put together from its stream. */
interface Answer {
  readonly content: ContentBlock[];
  readonly stop: string;
  readonly usage: TokenUsage | undefined;
}

class ConverseConversation implements Conversation {
  private readonly sdk: BedrockRuntimeClient;
  private readonly asking: ConversationOptions;
  private readonly messages: Message[] = [];

  constructor(sdk: BedrockRuntimeClient, asking: ConversationOptions) {
    this.sdk = sdk;
    this.asking = asking;
  }

  addUserMessage(text: string, picture?: string): void {
    this.messages.push({ role: "user", content: [{ text }, ...pictures(picture)] });
  }

  addResults(results: readonly Result[]): void {
    this.messages.push({ role: "user", content: results.map(resultBlock) });
  }

  async send(model: string = this.asking.model): Promise<SdkResponse> {
    const { content, stop, usage } = await this.answer(requestOf({ ...this.asking, model }, this.messages));
    this.messages.push({ role: "assistant", content });
    const calls = content.flatMap(({ toolUse }) => (toolUse === undefined ? [] : [toolUse]));
    return {
      text: content.map(({ text = "" }) => text).join(""),
      reasoning: content.map(({ reasoningContent }) => reasoningContent?.reasoningText?.text ?? "").join(""),
      calls: calls.map(({ toolUseId = "", name = "", input = {} }) => ({
        id: toolUseId,
        name,
        arguments: JSON.stringify(input),
      })),
      stop,
      usage: { input: usage?.inputTokens ?? 0, output: usage?.outputTokens ?? 0 },
    };
  }

  private async answer(input: ConverseCommandInput): Promise<Answer> {
    if (this.asking.streams) {
      const { stream } = await this.sdk.send(new ConverseStreamCommand(input));
      return assemble(stream ?? []);
    }
    const { output, stopReason = "", usage } = await this.sdk.send(new ConverseCommand(input));
    return { content: output?.message?.content ?? [], stop: stopReason, usage };
  }
}

/** The blocks of a stream, as the SDK's users have to put them together themselves. */
async function assemble(
  stream: AsyncIterable<ConverseStreamOutput> | readonly ConverseStreamOutput[],
): Promise<Answer> {
  const blocks = new Map<number, StreamedBlock>();
  let stop = "";
  let usage: TokenUsage | undefined;
  for await (const { contentBlockStart, contentBlockDelta, messageStop, metadata } of stream) {
    if (contentBlockStart !== undefined) blockAt(blocks, contentBlockStart).call = contentBlockStart.start?.toolUse;
    if (contentBlockDelta !== undefined) add(blockAt(blocks, contentBlockDelta), contentBlockDelta.delta);
    stop = messageStop?.stopReason ?? stop;
    usage = metadata?.usage ?? usage;
  }
  return { content: [...blocks.values()].map(contentOf), stop, usage };
}

interface StreamedBlock {
  call?: { toolUseId: string | undefined; name: string | undefined } | undefined;
  text: string;
  input: string;
  reasoning?: { text: string; signature?: string };
}

function blockAt(
  blocks: Map<number, StreamedBlock>,
  { contentBlockIndex = 0 }: { contentBlockIndex?: number | undefined },
) {
  const block = blocks.get(contentBlockIndex) ?? { text: "", input: "" };
  blocks.set(contentBlockIndex, block);
  return block;
}

type Delta = NonNullable<ConverseStreamOutput["contentBlockDelta"]>["delta"];

function add(block: StreamedBlock, delta: Delta): void {
  const { text = "", toolUse, reasoningContent } = delta ?? {};
  block.text += text;
  block.input += toolUse?.input ?? "";
  if (reasoningContent === undefined) return;
  const before = block.reasoning ?? { text: "" };
  const signature = reasoningContent.signature ?? before.signature;
  block.reasoning = {
    text: before.text + (reasoningContent.text ?? ""),
    ...(signature === undefined ? {} : { signature }),
  };
}

function contentOf({ call, text, input, reasoning }: StreamedBlock): ContentBlock {
  if (reasoning !== undefined) return { reasoningContent: { reasoningText: reasoning } };
  if (call === undefined) return { text };
  return { toolUse: { toolUseId: call.toolUseId, name: call.name, input: input === "" ? {} : JSON.parse(input) } };
}

function requestOf(
  { model, system, tools, choice, format, reasons }: ConversationOptions,
  messages: Message[],
): ConverseCommandInput {
  const toolChoice = choice === undefined || choice === "none" ? undefined : choiceOf(choice);
  const toolSpecs = tools?.map(({ name, schema }) => ({
    toolSpec: { name, inputSchema: { json: schema as ToolInputSchema.JsonMember["json"] } },
  }));
  return {
    modelId: model,
    messages,
    inferenceConfig: { maxTokens: 4096 },
    ...(system !== undefined && { system: [{ text: system }] }),
    // This API has no choice `none`: no tools are offered.
    ...(toolSpecs && choice !== "none" && { toolConfig: { tools: toolSpecs, ...(toolChoice && { toolChoice }) } }),
    ...(format && { outputConfig: { textFormat: formatOf(format.schema) } }),
    ...(reasons === true && { additionalModelRequestFields: { thinking: { type: "enabled", budget_tokens: 2048 } } }),
  };
}

function choiceOf(choice: Exclude<NonNullable<ConversationOptions["choice"]>, "none">): ToolChoice {
  return choice === "required" ? { any: {} } : { tool: { name: choice.name } };
}

function formatOf(schema: object) {
  return {
    type: "json_schema" as const,
    structure: { jsonSchema: { name: "answer", schema: JSON.stringify(schema) } },
  };
}

function pictures(data: string | undefined): { image: ContentBlock.ImageMember["image"] }[] {
  if (data === undefined) return [];
  return [{ image: { format: "png", source: { bytes: new Uint8Array(Buffer.from(data, "base64")) } } }];
}

function resultBlock({ call: { id }, text, failed, picture }: Result): ContentBlock {
  // A blank text is refused.
  const content: ToolResultContentBlock[] = [...(text === "" ? [] : [{ text }]), ...pictures(picture)];
  return { toolResult: { toolUseId: id, content, ...(failed && { status: "error" }) } };
}
