import { BedrockRuntimeClient, type BedrockRuntimeClientConfig } from "@aws-sdk/client-bedrock-runtime";

/** The official client for Bedrock, with a bearer key; each request is sent once, by `fetch`. */
export function bedrockClient(url: string, send: typeof fetch = fetch, key = "none"): BedrockRuntimeClient {
  return clientWith(url, send, { token: { token: key }, authSchemePreference: ["httpBearerAuth"] });
}

/** The official client for Bedrock, which signs its requests. */
export function signingBedrockClient(
  url: string,
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string },
): BedrockRuntimeClient {
  return clientWith(url, fetch, { credentials });
}

function clientWith(url: string, send: typeof fetch, auth: BedrockRuntimeClientConfig): BedrockRuntimeClient {
  // It warns about Node 20, which is still supported here.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = "true";
  const requestHandler = fetchHandler(send);
  return new BedrockRuntimeClient({ region: "us-east-1", endpoint: url, maxAttempts: 1, requestHandler, ...auth });
}

/** What the SDK gives a request handler; it has more fields than these. */
interface SdkRequest {
  readonly method: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface SdkResponse {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: ReadableStream<Uint8Array> | null;
}

/** Sends over HTTP/1.1; by default this client wants HTTP/2: https://github.com/aws/aws-sdk-js-v3/issues/7041 */
function fetchHandler(send: typeof fetch) {
  return {
    metadata: { handlerProtocol: "http/1.1" },
    handle: async (request: SdkRequest): Promise<{ response: SdkResponse }> => {
      const { method, protocol, hostname, port, path, headers, body } = request;
      const { host: _, "content-length": __, ...sent } = headers;
      const authority = port === undefined ? hostname : `${hostname}:${port}`;
      const response = await send(`${protocol}//${authority}${path}`, { method, headers: sent, body: body as string });
      const received = Object.fromEntries(response.headers);
      return { response: { statusCode: response.status, headers: received, body: response.body } };
    },
    updateHttpClientConfig: (): void => undefined,
    httpHandlerConfigs: (): object => ({}),
    destroy: (): void => undefined,
  };
}
