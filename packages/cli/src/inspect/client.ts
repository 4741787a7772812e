import type { ExchangeDetail, ExchangeList } from "@toolglot/gateway";
import type { Arguments } from "../args.ts";
import { CommandFailure } from "../failure.ts";
import { addressIn, keyIn, RunningGateway } from "../gateway/running-gateway.ts";

const API = "/_inspector";

/** Reads what a running gateway has recorded. */
export class InspectorClient {
  private readonly gateway: RunningGateway;

  constructor(gateway: RunningGateway) {
    this.gateway = gateway;
  }

  get url(): string {
    return this.gateway.url;
  }

  list(limit: number): Promise<ExchangeList> {
    return this.gateway.json(`${API}/exchanges?limit=${limit}`);
  }

  detail(id: string): Promise<ExchangeDetail> {
    return this.gateway.json(`${API}/exchanges/${encodeURIComponent(id)}`);
  }

  /** The text of a body; at most so many bytes. */
  async body(id: string, name: string, maxBytes: number): Promise<string> {
    const path = `${API}/exchanges/${encodeURIComponent(id)}/bodies/${encodeURIComponent(name)}`;
    const reply = await this.gateway.send(path, { headers: { range: `bytes=0-${maxBytes - 1}` } });
    return reply.text();
  }

  replay(id: string, options: object): Promise<{ readonly id: string }> {
    return this.gateway.json(`${API}/exchanges/${encodeURIComponent(id)}/replay`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(options),
    });
  }

  /** The stream of changes after the one with this sequence number. */
  async events(after: number, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const { body } = await this.gateway.send(`${API}/events`, { headers: { "last-event-id": String(after) }, signal });
    if (body === null) throw new CommandFailure("the gateway sends no events");
    return body;
  }
}

/** The gateway that the options name. */
export function clientFor(args: Arguments, env: NodeJS.ProcessEnv): InspectorClient {
  return new InspectorClient(new RunningGateway(addressIn(args) ?? "http://127.0.0.1:4141", keyIn(env)));
}
