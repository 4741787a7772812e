import { JsonError, parseJson, stringifyJson } from "@toolglot/core";
import { type Generate, GenerateError, type GenerateOptions } from "./generate.ts";
import { maxTokensField } from "./max-tokens.ts";
import { errorFromBody, GenerateResultReader } from "./result-reader.ts";

/** A model of a Toolglot gateway. */
export interface GatewayModelOptions {
  /** The gateway's address, such as `http://127.0.0.1:4141`. */
  readonly baseUrl: string;
  /** `PROVIDER/MODEL`, or a name that the gateway has a route for. */
  readonly model: string;
  /** A key of the gateway, if it wants one. */
  readonly apiKey?: string;
  /** The most that the model may write in one response. Default: as much as it can. */
  readonly maxTokens?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
}

/**
 * A model for `runAgent`: any model of a Toolglot gateway, or of Anthropic's API.
 *
 * @example
 * const generate = gatewayModel({ baseUrl: "http://127.0.0.1:4141", model: "openai/gpt-5.6" });
 */
export function gatewayModel(options: GatewayModelOptions): Generate {
  const url = `${options.baseUrl.replace(/\/+$/, "").replace(/\/v1$/, "")}/v1/messages`;
  const { model, maxTokens, fetch: send = fetch } = options;
  const fixed = { model, ...maxTokensField(model, maxTokens), stream: true };
  return async (request, callbacks) => {
    const body = stringifyJson({ ...fixed, ...request });
    const { signal } = callbacks;
    const response = await send(url, { method: "POST", headers: headersOf(options), body, signal }).catch(
      (error: unknown) => {
        throw signal.aborted ? error : unreachable(url, error);
      },
    );
    return response.ok ? readStream(response, callbacks) : Promise.reject(await errorOf(response));
  };
}

function headersOf({ apiKey, headers }: GatewayModelOptions): Record<string, string> {
  const auth = apiKey === undefined ? {} : { "x-api-key": apiKey };
  return { "content-type": "application/json", "anthropic-version": "2023-06-01", ...auth, ...headers };
}

async function readStream(response: Response, callbacks: GenerateOptions) {
  const reader = new GenerateResultReader(callbacks);
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response.body ?? []) reader.push(decoder.decode(chunk, { stream: true }));
  } catch (error) {
    if (callbacks.signal.aborted || error instanceof GenerateError) throw error;
    throw new GenerateError("broken", `the response was interrupted: ${reasonOf(error)}`);
  }
  reader.push(decoder.decode());
  return reader.end();
}

async function errorOf(response: Response): Promise<GenerateError> {
  const text = await response.text();
  try {
    return errorFromBody(parseJson(text));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return new GenerateError(
      `http_${response.status}`,
      `the gateway answered ${response.status}: ${text.slice(0, 200)}`,
    );
  }
}

function unreachable(url: string, error: unknown): GenerateError {
  return new GenerateError("unreachable", `no gateway at ${url}: ${reasonOf(error)}; start one with: toolglot serve`);
}

// fetch says "fetch failed", and why in its cause.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
}
