import { exportPKCS8, generateKeyPair, jwtVerify } from "jose";
import { answerJson, type Received, startUpstream, type TestUpstream } from "../../support/upstream.ts";
import { startPlatformGateway } from "./gateway.ts";
import { EVENTS, MESSAGE, sse } from "./messages.ts";

/** The name of the service account. */
export const EMAIL = "gateway@my-project.iam.example";
const pair = await generateKeyPair("RS256", { extractable: true });

/** The private key of the service account. */
export const privateKey = await exportPKCS8(pair.privateKey);

const GEMINI_RESPONSE = {
  candidates: [{ content: { role: "model", parts: [{ text: "Sunny." }] }, finishReason: "STOP", index: 0 }],
  usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 },
  modelVersion: "gemini-3.8-pro",
};

/** A call whose arguments come in pieces: https://cloud.google.com/vertex-ai/generative-ai/docs/multimodal/function-calling#streaming-fc */
const ARGUMENT_FRAMES = [
  { name: "weather", willContinue: true },
  { partialArgs: [{ jsonPath: "$.city", stringValue: "Be", willContinue: true }], willContinue: true },
  { partialArgs: [{ jsonPath: "$.city", stringValue: "rn" }], willContinue: true },
  {},
].map((functionCall, index, { length }) => ({
  candidates: [
    {
      content: { role: "model", parts: [{ functionCall }] },
      index: 0,
      ...(index === length - 1 ? { finishReason: "STOP" } : {}),
    },
  ],
  modelVersion: "gemini-3.8-pro",
}));

/** Vertex AI with its token endpoint: strict about tokens, paths and bodies. */
export class Vertex {
  readonly tokens: string[] = [];
  readonly problems: string[] = [];
  upstream: TestUpstream | undefined;
  /** The token that is accepted; by default the last that was issued. */
  accepted: string | undefined;

  async start(): Promise<this> {
    this.upstream = await startUpstream((received, response) => {
      void this.answer(received, response).catch((error) => {
        this.problems.push(String(error));
        answerJson(response, 500, {});
      });
    });
    return this;
  }

  get url(): string {
    return this.upstream?.url ?? "";
  }

  get requests(): Received[] {
    return (this.upstream?.received ?? []).filter(({ url }) => url !== "/token");
  }

  private async answer(received: Received, response: Parameters<typeof answerJson>[0]): Promise<void> {
    if (received.url === "/token") return this.issue(received, response);
    const { authorization } = received.headers;
    if (authorization !== `Bearer ${this.accepted ?? this.tokens.at(-1)}`)
      return answerJson(response, 401, {
        error: { code: 401, message: `Request had invalid credentials: ${authorization}`, status: "UNAUTHENTICATED" },
      });
    const body = JSON.parse(received.body);
    const [, publisher, model, verb] =
      /^\/v1(?:beta1)?\/projects\/my-project\/locations\/[\w-]+\/publishers\/(\w+)\/models\/([^:]+):(\w+)(?:\?alt=sse)?$/.exec(
        received.url,
      ) ?? [];
    if (publisher === "anthropic") return this.claude(body, model ?? "", verb ?? "", response);
    if (verb === "countTokens") return answerJson(response, 200, { totalTokens: 7, totalBillableCharacters: 20 });
    if (verb === "generateContent") return answerJson(response, 200, GEMINI_RESPONSE);
    if (verb !== "streamGenerateContent")
      return answerJson(response, 404, { error: { code: 404, message: received.url } });
    const streamsArguments = body.toolConfig?.functionCallingConfig?.streamFunctionCallArguments === true;
    const frames = streamsArguments ? ARGUMENT_FRAMES : [GEMINI_RESPONSE];
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(frames.map((frame) => `data: ${JSON.stringify(frame)}\r\n\r\n`).join(""));
  }

  private claude(
    body: Record<string, unknown>,
    model: string,
    verb: string,
    response: Parameters<typeof answerJson>[0],
  ) {
    if (body.anthropic_version !== "vertex-2023-10-16") this.problems.push(`version ${body.anthropic_version}`);
    if (model === "count-tokens") return answerJson(response, 200, { input_tokens: body.model === undefined ? -1 : 9 });
    if (body.model !== undefined) this.problems.push("the body has the model");
    if (verb === "rawPredict") return answerJson(response, 200, MESSAGE);
    if (verb !== "streamRawPredict" || body.stream !== true) this.problems.push(`${verb} ${body.stream}`);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(sse(EVENTS));
  }

  private async issue({ body }: Received, response: Parameters<typeof answerJson>[0]): Promise<void> {
    const form = new URLSearchParams(body);
    const { payload } = await jwtVerify(form.get("assertion") ?? "", pair.publicKey, {
      issuer: EMAIL,
      audience: `${this.url}/token`,
      maxTokenAge: "5m",
    });
    if (form.get("grant_type") !== "urn:ietf:params:oauth:grant-type:jwt-bearer") this.problems.push("grant_type");
    if (payload.scope !== "https://www.googleapis.com/auth/cloud-platform") this.problems.push("scope");
    this.tokens.push(`ya29.canary-${this.tokens.length + 1}`);
    answerJson(response, 200, { access_token: this.tokens.at(-1), expires_in: 3599, token_type: "Bearer" });
  }
}

/** Starts Vertex AI, and a gateway with it as its provider. */
export async function startVertex(dialect: string, more = "auth: { serviceAccount: file:sa.json }") {
  const vertex = await new Vertex().start();
  const account = {
    type: "service_account",
    client_email: EMAIL,
    private_key: privateKey,
    token_uri: `${vertex.url}/token`,
  };
  const gateway = await startPlatformGateway({
    provider: `{ dialect: ${dialect}, platform: vertex, project: my-project, location: global, baseUrl: "${vertex.url}", ${more} }`,
    files: { "sa.json": JSON.stringify(account) },
  });
  return { vertex, gateway };
}
