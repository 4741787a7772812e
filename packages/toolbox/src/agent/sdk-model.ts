import { createBridge, stringifyJson } from "@toolglot/core";
import { type Generate, GenerateError } from "./generate.ts";
import { maxTokensField } from "./max-tokens.ts";
import { DIALECT } from "./message.ts";
import { GenerateResultReader } from "./result-reader.ts";
import { type SdkApi, type SdkClient, sdkApiOf } from "./sdk-client.ts";

export type { SdkClient } from "./sdk-client.ts";

/** Which model of a client is asked, and how. */
export interface SdkModelOptions {
  readonly model: string;
  /** The most that the model may write in one response. */
  readonly maxTokens?: number;
  /** For OpenAI's client: which of its two APIs. Default: `chat`, which every compatible server has. */
  readonly api?: "chat" | "responses";
}

/**
 * A model for `runAgent` from the client of an official SDK: `openai`, `@anthropic-ai/sdk`, `@google/genai` or `ollama`.
 *
 * @example
 * import OpenAI from "openai";
 * const generate = sdkModel(new OpenAI(), { model: "gpt-5.6" });
 */
export function sdkModel(client: SdkClient, { model, maxTokens, api }: SdkModelOptions): Generate {
  const sdk = sdkApiOf(client, api);
  const fixed = { model, ...maxTokensField(model, maxTokens), stream: true };
  return async (request, callbacks) => {
    // Every request carries the whole conversation, as over HTTP.
    const bridge = createBridge({ client: DIALECT, provider: sdk.dialect, providerModel: model });
    const { value } = bridge.request({ ...fixed, ...request });
    const [reader, stream] = [new GenerateResultReader(callbacks), bridge.stream()];
    try {
      for await (const chunk of await sdk.start(plain(value), { model, signal: callbacks.signal }))
        reader.push(stream.push(frame(sdk, chunk)));
    } catch (error) {
      throw callbacks.signal.aborted || error instanceof GenerateError ? error : sdkError(error);
    }
    reader.push(stream.push(sdk.end) + stream.end());
    return reader.end();
  };
}

// SDKs write JSON themselves, and do not know numbers with more digits than JavaScript's.
function plain(value: Parameters<typeof stringifyJson>[0]): Record<string, unknown> {
  return JSON.parse(stringifyJson(value)) as Record<string, unknown>;
}

function frame({ framing }: SdkApi, chunk: unknown): string {
  const text = JSON.stringify(chunk);
  return framing === "ndjson" ? `${text}\n` : `data: ${text}\n\n`;
}

function sdkError(error: unknown): GenerateError {
  const { status, message } = (typeof error === "object" && error !== null ? error : {}) as {
    readonly status?: unknown;
    readonly message?: unknown;
  };
  const code = typeof status === "number" ? `http_${status}` : "failed";
  return new GenerateError(code, typeof message === "string" && message !== "" ? message : String(error));
}
