import type { DialectId } from "@toolglot/core";

/** A client of an official SDK, as far as it is used here. */
export type SdkClient = OpenAiClient | AnthropicClient | GoogleClient | OllamaClient;

/** One API of a client: its dialect, and how a streamed request is sent. */
export interface SdkApi {
  readonly dialect: DialectId;
  readonly framing: "sse" | "ndjson";
  /** What ends the stream on the wire, which SDKs do not pass on. */
  readonly end: string;
  start(body: Body, context: SdkContext): Promise<AsyncIterable<unknown>>;
}

/** What a request needs besides its body. */
export interface SdkContext {
  readonly model: string;
  readonly signal: AbortSignal;
}

/** The API of a client, which is recognized by its methods. */
export function sdkApiOf(client: SdkClient, api: "chat" | "responses" = "chat"): SdkApi {
  if ("responses" in client && api === "responses") return sseApi("openai-responses", client.responses);
  if ("chat" in client && typeof client.chat === "object")
    return { ...sseApi("openai-chat", client.chat.completions), end: "data: [DONE]\n\n" };
  if ("messages" in client) return sseApi("anthropic", client.messages);
  if ("models" in client && "generateContentStream" in client.models) return googleApi(client);
  if (isOllama(client)) return ollamaApi(client);
  throw new TypeError("this is no client of openai, @anthropic-ai/sdk, @google/genai or ollama");
}

function isOllama(client: SdkClient): client is OllamaClient {
  return "chat" in client && typeof client.chat === "function";
}

type Body = Readonly<Record<string, unknown>>;

/** `create` of OpenAI's and Anthropic's SDKs, whose parameters are the body of the request. */
interface Creator {
  // The SDKs' own types are overloaded and differ from version to version.
  create(body: never, options?: { signal?: AbortSignal }): PromiseLike<unknown>;
}

interface OpenAiClient {
  readonly chat: { readonly completions: Creator };
  readonly responses: Creator;
}

interface AnthropicClient {
  readonly messages: Creator;
}

interface GoogleClient {
  readonly models: { generateContentStream(parameters: never): Promise<AsyncIterable<unknown>> };
}

interface OllamaClient {
  chat(request: never): Promise<unknown>;
}

// Bodies are cast to `never`, the parameter of the clients' types above: no type fits the requests of all versions of an SDK.

function sseApi(dialect: DialectId, creator: Creator): SdkApi {
  return {
    ...{ dialect, framing: "sse", end: "" },
    start: async (body, { signal }) =>
      (await creator.create({ ...body, stream: true } as never, { signal })) as AsyncIterable<unknown>,
  };
}

// The SDK has the fields of the body, except for `contents`, in `config`.
function googleApi({ models }: GoogleClient): SdkApi {
  return {
    ...{ dialect: "gemini", framing: "sse", end: "" },
    start: ({ contents, generationConfig, ...rest }, { model, signal }) => {
      const config = { ...(generationConfig as Body | undefined), ...rest, abortSignal: signal };
      return models.generateContentStream({ model, contents, config } as never);
    },
  };
}

function ollamaApi(client: OllamaClient): SdkApi {
  return {
    ...{ dialect: "ollama", framing: "ndjson", end: "" },
    start: async (body) => (await client.chat({ ...body, stream: true } as never)) as AsyncIterable<unknown>,
  };
}
