import { isObject, jsonIn } from "@toolglot/core";
import type { ExchangeDetail, ExchangeList } from "@toolglot/gateway";
import type { Arguments } from "../args.ts";
import { Failure, UsageError } from "../failure.ts";
import { programName } from "../program-name.ts";

/** Reads what a running gateway has recorded. */
export class InspectorClient {
  readonly url: string;
  private readonly key: string | undefined;

  constructor(url: string, key: string | undefined) {
    this.url = url;
    this.key = key;
  }

  list(limit: number): Promise<ExchangeList> {
    return this.json<ExchangeList>(`/exchanges?limit=${limit}`);
  }

  detail(id: string): Promise<ExchangeDetail> {
    return this.json<ExchangeDetail>(`/exchanges/${encodeURIComponent(id)}`);
  }

  /** The text of a body; at most so many bytes. */
  async body(id: string, name: string, maxBytes: number): Promise<string> {
    const path = `/exchanges/${encodeURIComponent(id)}/bodies/${encodeURIComponent(name)}`;
    const reply = await this.send(path, { headers: { range: `bytes=0-${maxBytes - 1}` } });
    return reply.text();
  }

  replay(id: string, options: object): Promise<{ readonly id: string }> {
    return this.json(`/exchanges/${encodeURIComponent(id)}/replay`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(options),
    });
  }

  /** The stream of changes after the one with this sequence number. */
  async events(after: number, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const { body } = await this.send("/events", { headers: { "last-event-id": String(after) }, signal });
    if (body === null) throw new Failure("the gateway sends no events");
    return body;
  }

  private async json<T>(path: string, init?: RequestInit): Promise<T> {
    return (await (await this.send(path, init)).json()) as T;
  }

  private async send(path: string, init: RequestInit = {}): Promise<Response> {
    const key = this.key === undefined ? {} : { "x-toolglot-key": this.key };
    const reply = await fetch(`${this.url}/_inspector${path}`, {
      ...init,
      headers: { ...(init.headers as Record<string, string> | undefined), ...key },
    }).catch((error: Error) => {
      throw error.name === "AbortError" ? error : new Unreachable(this.url);
    });
    if (!reply.ok) throw failureOf(reply.status, await reply.text(), this.key);
    return reply;
  }
}

/** No gateway is at the address. */
export class Unreachable extends Failure {
  constructor(url: string) {
    super(
      `no gateway runs at ${url}; start one with "${programName()} serve", or say where it is with --url or --port`,
      {
        code: "no_gateway",
      },
    );
  }
}

function failureOf(status: number, text: string, key: string | undefined): Failure {
  const body = jsonIn(text);
  const error = isObject(body ?? null) ? (body as { error?: { message?: string; code?: string } }).error : undefined;
  const { message = `the gateway responded with ${status}`, code } = error ?? {};
  const hint = status === 401 ? `; set TOOLGLOT_KEY to ${key === undefined ? "one" : "another one"} of its keys` : "";
  return new Failure(message + hint, { code });
}

/** The gateway that the options name. */
export function clientFor(args: Arguments, env: NodeJS.ProcessEnv): InspectorClient {
  const [url, port] = [args.get("url"), args.get("port")];
  if (url !== undefined && port !== undefined) throw new UsageError("--url and --port cannot be used together");
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535))
    throw new UsageError(`--port needs a number from 0 to 65535, not ${JSON.stringify(port)}`);
  if (url !== undefined && !/^https?:\/\//i.test(url))
    throw new UsageError(`--url needs an address such as http://127.0.0.1:4141, not ${JSON.stringify(url)}`);
  const address = url ?? `http://127.0.0.1:${port ?? DEFAULT_PORT}`;
  return new InspectorClient(address.replace(/\/+$/, ""), env.TOOLGLOT_KEY || undefined);
}

const DEFAULT_PORT = 4141;
