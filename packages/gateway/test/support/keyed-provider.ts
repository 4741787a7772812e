import { bodyText } from "../../src/bytes.ts";
import { Gateway } from "../../src/gateway.ts";
import type { LogRecord, RequestRecord } from "../../src/observe/log.ts";
import { playSteps } from "../../src/sim/play-steps.ts";
import { Simulator } from "../../src/sim/simulator.ts";
import { MemoryStore } from "../../src/store/memory.ts";
import type { Send } from "../../src/transport.ts";
import { handleWebRequest } from "../../src/transports/web/handler.ts";
import { configOf, type GatewaySetup } from "./gateway.ts";
import { TestClock } from "./test-clock.ts";

/** The model whose behaviour depends on the key that it is requested with. */
export const KEYED_MODEL = "keyed";

/** Where Gemini and Bedrock have the model. */
const MODEL_IN_PATH = new RegExp(`(/models?/)${KEYED_MODEL}([:/])`);

/** A gateway without sockets, before a simulated provider whose behaviour depends on the key. */
export class KeyedProvider {
  readonly clock: TestClock = new TestClock();
  readonly records: LogRecord[] = [];
  /** The keys of all requests, in order. */
  readonly sent: string[] = [];
  readonly gateway: Gateway;
  /** The simulated model that answers requests with a key; by default one that answers. */
  readonly models = new Map<string, string>();
  private readonly simulator: Simulator;

  constructor(setup: GatewaySetup) {
    const { clock } = this;
    this.simulator = new Simulator({ clock });
    const config = configOf(setup);
    const store = new MemoryStore(config.store);
    const log = (record: LogRecord) => this.records.push(record);
    this.gateway = new Gateway({ config, send: this.send, store, log, clock });
  }

  /** The notices about keys in the log. */
  get notices(): string[] {
    return this.records.flatMap((record) => (record.event === "key" && "message" in record ? [record.message] : []));
  }

  get requests(): RequestRecord[] {
    return this.records.filter((record): record is RequestRecord => record.event === "request");
  }

  /** Sends a request of Chat Completions; time passes until it has ended. */
  ask(prompt: string, more: Readonly<Record<string, unknown>> = {}): Promise<Response> {
    const messages = [{ role: "user", content: prompt }];
    return this.clock.turnUntil(this.post("/v1/chat/completions", { model: "m", messages, ...more }));
  }

  post(path: string, body: unknown): Promise<Response> {
    return this.fetch(path, { method: "POST", body: JSON.stringify(body) });
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { "content-type": "application/json", ...init.headers };
    const response = await handleWebRequest(this.gateway, new Request(`http://localhost${path}`, { ...init, headers }));
    return new Response(await response.text(), response);
  }

  private readonly send: Send = (request, sink) => {
    const { authorization = "", "x-api-key": apiKey, "x-goog-api-key": googleKey } = request.headers;
    const key = apiKey ?? googleKey ?? authorization.replace(/^Bearer /, "");
    this.sent.push(key);
    const model = this.models.get(key) ?? "default";
    const steps = this.simulator.reply({
      ...request,
      url: request.url.replace(MODEL_IN_PATH, `$1${encodeURIComponent(model)}$2`),
      ...(request.body === undefined
        ? {}
        : { body: bodyText(request.body).replace(`"model":"${KEYED_MODEL}"`, `"model":${JSON.stringify(model)}`) }),
    });
    return playSteps(steps, sink, this.clock);
  };
}
