import {
  ApiError,
  type Content,
  FunctionCallingConfigMode,
  type GenerateContentConfig,
  type GenerateContentResponse,
  GoogleGenAI,
  type Part,
} from "@google/genai";
import type { Address, Call, Client, Conversation, ConversationOptions, Result, SdkResponse } from "./client.ts";

export function connect({ url, fetch }: Address): Client {
  const sdk = new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl: url, fetch } });
  return {
    dialect: "gemini",
    features: { choice: true, failed: true, picturesInResults: true },
    converse: (asking) => new ContentConversation(sdk, asking),
    models: async () => (await sdk.models.list()).page.map(({ name = "" }) => name.replace(/^models\//, "")),
    count: async (model, contents) => (await sdk.models.countTokens({ model, contents })).totalTokens ?? 0,
    statusOf: (error) => (error instanceof ApiError ? error.status : undefined),
  };
}

class ContentConversation implements Conversation {
  private readonly sdk: GoogleGenAI;
  private readonly asking: ConversationOptions;
  private readonly contents: Content[] = [];

  constructor(sdk: GoogleGenAI, asking: ConversationOptions) {
    this.sdk = sdk;
    this.asking = asking;
  }

  addUserMessage(text: string, picture?: string): void {
    this.contents.push({ role: "user", parts: [{ text }, ...pictures(picture)] });
  }

  addResults(results: readonly Result[]): void {
    this.contents.push({ role: "user", parts: results.map(resultPart) });
  }

  async send(model: string = this.asking.model): Promise<SdkResponse> {
    const responses = await this.responses(model);
    const candidates = responses.flatMap((response) => response.candidates?.slice(0, 1) ?? []);
    const parts = candidates.flatMap(({ content }) => content?.parts ?? []);
    this.contents.push({ role: "model", parts: kept(parts) });
    const {
      promptTokenCount = 0,
      candidatesTokenCount = 0,
      thoughtsTokenCount = 0,
    } = responses.findLast(({ usageMetadata }) => usageMetadata !== undefined)?.usageMetadata ?? {};
    return {
      text: textOf(parts.filter(({ thought }) => thought !== true)),
      reasoning: textOf(parts.filter(({ thought }) => thought === true)),
      calls: parts.flatMap(callsIn),
      stop: candidates.findLast(({ finishReason }) => finishReason !== undefined)?.finishReason ?? "",
      usage: { input: promptTokenCount, output: candidatesTokenCount + thoughtsTokenCount },
    };
  }

  private async responses(model: string): Promise<GenerateContentResponse[]> {
    const { models } = this.sdk;
    const body = { model, contents: this.contents, config: configOf(this.asking) };
    if (!this.asking.streams) return [await models.generateContent(body)];
    const all: GenerateContentResponse[] = [];
    for await (const response of await models.generateContentStream(body)) all.push(response);
    return all;
  }
}

// Every part of every chunk that says anything. As in the vendor's own CLI, the first call of a step is never unsigned.
function kept(parts: readonly Part[]): Part[] {
  const written = parts.filter((part) => part.text !== "" || part.thoughtSignature !== undefined);
  const first = written.findIndex(({ functionCall }) => functionCall !== undefined);
  return written.map((part, index) => (index === first ? { thoughtSignature: UNSIGNED, ...part } : part));
}

/** https://ai.google.dev/gemini-api/docs/thought-signatures#faqs */
const UNSIGNED = "skip_thought_signature_validator";

function configOf({ system, tools, choice, format, reasons }: ConversationOptions): GenerateContentConfig {
  return {
    // Neither calls tools nor asks again by itself.
    automaticFunctionCalling: { disable: true },
    automaticContinuation: false,
    ...(system !== undefined && { systemInstruction: system }),
    ...(tools && {
      tools: [{ functionDeclarations: tools.map(({ name, schema }) => ({ name, parametersJsonSchema: schema })) }],
    }),
    ...(choice && { toolConfig: { functionCallingConfig: choiceOf(choice) } }),
    ...(format && { responseMimeType: "application/json", responseJsonSchema: format.schema }),
    ...(reasons === true && { thinkingConfig: { includeThoughts: true, thinkingBudget: 2048 } }),
  };
}

function choiceOf(choice: NonNullable<ConversationOptions["choice"]>) {
  const { ANY, NONE } = FunctionCallingConfigMode;
  if (typeof choice === "string") return { mode: choice === "none" ? NONE : ANY };
  return { mode: ANY, allowedFunctionNames: [choice.name] };
}

function pictures(data: string | undefined): Part[] {
  return data === undefined ? [] : [{ inlineData: { mimeType: "image/png", data } }];
}

function resultPart({ call: { id, name }, text, failed, picture }: Result): Part {
  const response = failed ? { error: text } : { output: text };
  const shown = pictures(picture).map(({ inlineData = {} }) => ({ inlineData }));
  return { functionResponse: { id, name, response, ...(shown.length > 0 && { parts: shown }) } };
}

function textOf(parts: readonly Part[]): string {
  return parts.map(({ text = "" }) => text).join("");
}

function callsIn({ functionCall }: Part): Call[] {
  if (functionCall === undefined) return [];
  const { id = "", name = "", args = {} } = functionCall;
  return [{ id, name, arguments: JSON.stringify(args) }];
}
