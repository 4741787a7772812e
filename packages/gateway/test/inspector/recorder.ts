import { afterTest } from "../../../../test/support/cleanup.ts";
import type { ExchangeDetail, ExchangeList, ExchangeSummary } from "../../src/inspector/protocol.ts";
import { type ClientDialect, requestFor } from "../clients/requests.ts";
import type { GatewaySetup } from "../support/gateway.ts";
import { MemoryNetwork } from "../support/network/memory-network.ts";
import { quiet, TestClock } from "../support/test-clock.ts";
import { textOf } from "../support/wire-text.ts";

/** A gateway in memory that records, with simulated providers of some dialects. */
export class Recorder {
  readonly clock: TestClock = new TestClock();
  readonly network: MemoryNetwork = new MemoryNetwork(this.clock);

  static async start(setup: Partial<GatewaySetup> = {}): Promise<Recorder> {
    const recorder = new Recorder();
    const { providerUrl: url } = recorder.network;
    const providers = {
      chat: { dialect: "openai-chat", baseUrl: `${url}/v1` },
      claude: { dialect: "anthropic", baseUrl: url },
      gemini: { dialect: "gemini", baseUrl: url },
      bedrock: { dialect: "bedrock", baseUrl: url },
    };
    await recorder.network.start({ providers, ...setup }, () => {});
    afterTest(() => recorder.network.gateway.inspector?.close());
    return recorder;
  }

  get gateway(): MemoryNetwork["gateway"] {
    return this.network.gateway;
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return this.network.fetch(`http://localhost${path}`, init);
  }

  /** Sends a JSON body. */
  post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return this.fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  }

  /** Sends a request for a model's response, and reads all of the reply. */
  async ask(dialect: ClientDialect, model: string, options: AskOptions = {}): Promise<string> {
    const { path, body } = requestFor(dialect, {
      model,
      streams: options.streams ?? false,
      prompt: options.prompt ?? "Hi",
    });
    const reply = await this.post(path, { ...body, ...options.body }, options.headers);
    const text = await this.clock.turnUntil(textOf(reply));
    await quiet();
    return text;
  }

  async api<T>(path: string, headers: Readonly<Record<string, string>> = {}): Promise<T> {
    const reply = await this.fetch(`/_inspector${path}`, { headers });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()) as T;
  }

  async list(headers: Readonly<Record<string, string>> = {}): Promise<readonly ExchangeSummary[]> {
    return (await this.api<ExchangeList>("/exchanges", headers)).exchanges;
  }

  /** The newest exchange. */
  async last(): Promise<ExchangeDetail> {
    const [newest] = await this.list();
    return this.api<ExchangeDetail>(`/exchanges/${newest?.id}`);
  }

  async body(id: string, name: string): Promise<string> {
    return (await this.fetch(`/_inspector/exchanges/${id}/bodies/${name}`)).text();
  }

  /** Everything that the API tells of an exchange. */
  async everything(id: string): Promise<string> {
    const detail = await this.api<ExchangeDetail>(`/exchanges/${id}`);
    const sides = [detail, ...detail.attempts];
    const bodies = sides.flatMap(({ request, response }) => [request, ...(response === undefined ? [] : [response])]);
    const texts = await Promise.all(bodies.map(({ name }) => this.body(id, name)));
    return [JSON.stringify(detail), ...texts].join("\n");
  }
}

export interface AskOptions {
  readonly streams?: boolean;
  readonly prompt?: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}
