import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { Provider } from "../../../src/config/config.ts";
import type { LogRecord, RequestRecord } from "../../../src/observe/log.ts";
import type { SimServerRequest } from "../../../src/sim/server.ts";
import {
  type ClientDialect,
  type ConversationOptions,
  connections,
  DIALECTS,
  type SdkResponse,
} from "../../matrix/clients/index.ts";

import type { GatewaySetup, ProviderSetup } from "../../support/gateway.ts";
import { MemoryNetwork } from "../../support/network/memory-network.ts";
import type { Network } from "../../support/network/network.ts";
import { SocketNetwork } from "../../support/network/socket-network.ts";
import { TestClock } from "../../support/test-clock.ts";

import { until } from "../../support/until.ts";
import { textOf } from "../../support/wire-text.ts";

/** A request that an official SDK sends to the gateway. */
export interface TestRequest {
  readonly client: ClientDialect;
  readonly streams: boolean;
  readonly model: string;
  readonly prompt?: string;
  readonly tools?: ConversationOptions["tools"];
}

/** The result of a request, as the client, the log and the provider have it. */
export interface Run {
  readonly request: TestRequest;
  readonly answer?: SdkResponse;
  readonly error?: unknown;
  /** The status of the SDK's error. */
  readonly thrown: number | undefined;
  readonly status: number;
  readonly headers: Headers;
  /** The body that the client received; `undefined` if the connection broke. */
  readonly text: string | undefined;
  readonly record: RequestRecord;
  /** The requests that the simulated provider received because of it. */
  readonly received: readonly SimServerRequest[];
}

/** Settings of one file; the network is there when they are made. */
export type SetUp<N extends Network> = (network: N) => Partial<GatewaySetup> | Promise<Partial<GatewaySetup>>;

/** The base URL of a provider of a dialect at an address. */
export function baseUrl(dialect: string, url: string): string {
  return dialect.startsWith("openai") ? `${url}/v1` : url;
}

/** No retries, so that each run is one attempt. */
export const NO_RETRIES: Provider["retries"] = { attempts: 0, delay: 1, maxDelay: 1000 };

/** Too long to be reached on a busy machine. */
export const LONG_TIMEOUTS: Provider["timeouts"] = { connect: 20_000, firstByte: 20_000, idle: 20_000, total: 0 };

/** For faults that are timeouts. */
export const SHORT_TIMEOUTS: Provider["timeouts"] = { connect: 200, firstByte: 200, idle: 200, total: 0 };

/**
 * One gateway for all tests of a file. Behind it is the simulated provider in each dialect: `anthropic/…` with long
 * timeouts, `short-anthropic/…` with short ones, `idle-anthropic/…` with a short idle timeout only. When the file is
 * done, nothing may be left: no request, socket, timer or warning.
 */
export class FaultHarness<N extends Network = Network> {
  readonly network: N;
  private readonly records: LogRecord[] = [];
  private runs = 0;
  private settledRequests = 0;

  constructor(network: N) {
    this.network = network;
  }

  async start(setUp: SetUp<N>): Promise<void> {
    await this.network.listen();
    const setup = await setUp(this.network);
    const providers = { ...this.providers(), ...setup.providers };
    await this.network.start({ ...setup, providers }, (record) => this.records.push(record));
  }

  async stop(): Promise<void> {
    await this.settle();
    await this.network.close();
    expect(this.records.filter(({ event }) => event === "bug")).toEqual([]);
  }

  /** Resolves when no request is in flight, neither at the gateway nor at the provider. */
  async settle(): Promise<void> {
    const { admission } = this.network.gateway;
    await until(() => admission.requests === 0 && admission.streams === 0);
    expect({ requests: admission.requests, streams: admission.streams }).toEqual({ requests: 0, streams: 0 });
    const { requests } = this.network;
    await Promise.all(requests.slice(this.settledRequests).map(({ ended }) => ended));
    this.settledRequests = requests.length;
  }

  /** Sends a request with the official SDK of its dialect. */
  async run(request: TestRequest): Promise<Run> {
    const prompt = `(${request.prompt ?? "Hi"}, run ${this.runs++}.)`;
    const earlier = this.network.requests.length;
    const observed: { response?: Response; text?: Promise<string | undefined> } = {};
    const observingFetch: typeof fetch = async (input, init) => {
      const response = await this.network.fetch(input, init);
      observed.response = response;
      observed.text = textOf(response.clone()).catch(() => undefined);
      return response;
    };
    const client = connections[request.client]({ url: this.network.gatewayUrl, fetch: observingFetch });
    const { model, streams, tools } = request;
    const conversation = client.converse({ model, streams, ...(tools === undefined ? {} : { tools }) });
    conversation.addUserMessage(prompt);
    const outcome = await conversation.send().then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    );
    const { response } = observed;
    if (response === undefined) throw new Error(`there is no response: ${JSON.stringify(outcome)}`);
    return {
      request,
      ...outcome,
      thrown: "error" in outcome ? client.statusOf(outcome.error) : undefined,
      status: response.status,
      headers: response.headers,
      text: await observed.text,
      record: await this.recordOf(response),
      received: this.network.requests.slice(earlier).filter(({ body }) => body.includes(prompt)),
    };
  }

  private providers(): GatewaySetup["providers"] {
    const url = this.network.providerUrl;
    return Object.fromEntries(
      DIALECTS.flatMap((dialect) => [
        [dialect, providerOf(dialect, url)],
        [`short-${dialect}`, providerOf(dialect, url, SHORT_TIMEOUTS)],
        [`idle-${dialect}`, providerOf(dialect, url, { ...LONG_TIMEOUTS, idle: SHORT_TIMEOUTS.idle })],
      ]),
    );
  }

  private async recordOf({ headers }: Response): Promise<RequestRecord> {
    const id = headers.get("request-id") ?? headers.get("x-request-id") ?? headers.get("x-amzn-requestid");
    const find = () => this.records.findLast((record) => "id" in record && `req_${record.id}` === id);
    await until(() => find() !== undefined);
    const found = find();
    if (found === undefined) throw new Error(`the log has no record of ${id}`);
    return found as RequestRecord;
  }
}

/** A provider without retries. */
export function providerOf(
  dialect: string,
  url: string,
  timeouts: Provider["timeouts"] = LONG_TIMEOUTS,
): Pick<ProviderSetup, "dialect" | "baseUrl"> & Pick<Provider, "retries" | "timeouts"> {
  return { dialect, baseUrl: baseUrl(dialect, url), retries: NO_RETRIES, timeouts };
}

/** The harness of a file, without sockets and with a clock that the tests turn. */
export function useMemory(setUp: SetUp<MemoryNetwork> = () => ({})): FaultHarness<MemoryNetwork> {
  return useHarness(new FaultHarness(new MemoryNetwork(new TestClock())), setUp);
}

/** The harness of a file, with real sockets and real time. */
export function useSockets(setUp: SetUp<SocketNetwork> = () => ({})): FaultHarness<SocketNetwork> {
  return useHarness(new FaultHarness(new SocketNetwork()), setUp);
}

function useHarness<N extends Network>(harness: FaultHarness<N>, setUp: SetUp<N>): FaultHarness<N> {
  beforeAll(() => harness.start(setUp));
  afterEach(() => harness.settle());
  afterAll(() => harness.stop());
  return harness;
}
