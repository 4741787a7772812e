import { parseJson } from "@toolglot/core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { failed, succeeded } from "../../../../../test/known-failures/translate.ts";
import { legality } from "../../../../../test/legal/index.ts";
import type { Provider } from "../../../src/config/config.ts";
import type { LogRecord, RequestRecord } from "../../../src/observe/log.ts";
import { type Served, serve } from "../../../src/serve.ts";
import { type SimServer, type SimServerRequest, startSimulator } from "../../../src/sim/server.ts";
import {
  type Answer,
  type ClientDialect,
  type ConversationOptions,
  connections,
  DIALECTS,
} from "../../matrix/clients/index.ts";
import { configOf, type GatewaySetup } from "../../support/gateway.ts";
import { TcpServer } from "./tcp.ts";

/** One question that an official SDK asks of the gateway. */
export interface Trial {
  readonly client: ClientDialect;
  readonly streams: boolean;
  readonly model: string;
  readonly says?: string;
  readonly tools?: ConversationOptions["tools"];
}

/** What came of it, seen from all sides. */
export interface Run {
  readonly trial: Trial;
  readonly answer?: Answer;
  readonly error?: unknown;
  /** What the SDK says of the status of its error. */
  readonly thrown: number | undefined;
  readonly status: number;
  readonly headers: Headers;
  /** What the client got, byte by byte; nothing where the connection broke. */
  readonly text: string | undefined;
  readonly record: RequestRecord;
  /** What the simulated provider was asked because of it. */
  readonly asked: readonly SimServerRequest[];
}

/** What a file wants beside what all have; the servers are there when it is asked. */
export type SetUp = (rig: Rig) => Partial<GatewaySetup> | Promise<Partial<GatewaySetup>>;

/** Where a provider of a dialect is, given the address of the server. */
export function baseUrl(dialect: string, url: string): string {
  return dialect.startsWith("openai") ? `${url}/v1` : url;
}

/** Fails at once, so that each run is one attempt. */
export const ONCE: Provider["retries"] = { attempts: 0, delay: 1, maxDelay: 1000 };

/** So long that no busy machine is taken for a fault. */
export const PATIENT: Provider["timeouts"] = { connect: 20_000, firstByte: 20_000, idle: 20_000, total: 0 };

/** For faults that are about time. */
export const HASTY: Provider["timeouts"] = { connect: 200, firstByte: 200, idle: 200, total: 0 };

/**
 * One gateway for all tests of a file. Behind it are the simulated provider in each dialect (`anthropic/…`, and with
 * short timeouts `hasty-anthropic/…`), and a server whose bytes are the test's own (`tcp-anthropic/…`). When the file is
 * done nothing may be left: no request, no socket, no timer, no warning.
 */
export class Rig {
  private served: Served | undefined;
  private simulator: SimServer | undefined;
  private bytes: TcpServer | undefined;
  private readonly records: LogRecord[] = [];
  private readonly warnings: string[] = [];
  private baseline: readonly string[] = [];
  private runs = 0;
  private settled = 0;
  private readonly warn = (warning: Error): void => {
    this.warnings.push(String(warning));
  };

  async start(setUp: SetUp): Promise<void> {
    process.on("warning", this.warn);
    this.baseline = resources();
    this.simulator = await startSimulator();
    this.bytes = await TcpServer.start();
    const more = await setUp(this);
    const config = configOf({ ...more, providers: { ...this.providers(), ...more.providers } });
    this.served = await serve({ config, port: 0, log: (record) => this.records.push(record) });
  }

  async stop(): Promise<void> {
    await this.rested();
    void this.served?.close();
    await this.served?.close();
    await this.simulator?.close();
    await this.bytes?.close();
    await until(() => surplus(resources(), this.baseline).length === 0);
    expect(surplus(resources(), this.baseline)).toEqual([]);
    process.off("warning", this.warn);
    expect(this.warnings).toEqual([]);
    expect(this.records.filter(({ event }) => event === "bug")).toEqual([]);
  }

  get gateway(): Served {
    return there(this.served);
  }

  get sim(): SimServer {
    return there(this.simulator);
  }

  get tcp(): TcpServer {
    return there(this.bytes);
  }

  /** Nothing is under way any more, on either side. */
  async rested(): Promise<void> {
    const { admission: load } = this.gateway.gateway;
    await until(() => load.requests === 0 && load.streams === 0);
    expect({ requests: load.requests, streams: load.streams }).toEqual({ requests: 0, streams: 0 });
    await Promise.all(this.sim.requests.slice(this.settled).map(({ ended }) => ended));
    this.settled = this.sim.requests.length;
  }

  /** Sends a request by the official SDK, and returns what each side received. */
  async run(trial: Trial): Promise<Run> {
    const mark = `(${trial.says ?? "Hi"}, run ${this.runs++}.)`;
    const seen: { response?: Response; text?: Promise<string | undefined> } = {};
    const keep: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      seen.response = response;
      const copy = response.clone();
      seen.text = copy.text().catch(() => undefined);
      return response;
    };
    const client = connections[trial.client]({ url: this.gateway.url, fetch: keep });
    const conversation = client.converse({
      model: trial.model,
      streams: trial.streams,
      ...(trial.tools === undefined ? {} : { tools: trial.tools }),
    });
    conversation.addUserMessage(mark);
    const outcome = await conversation.send().then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    );
    const { response } = seen;
    if (response === undefined) throw new Error(`nothing was answered: ${JSON.stringify(outcome)}`);
    return {
      trial,
      ...outcome,
      thrown: "error" in outcome ? client.statusOf(outcome.error) : undefined,
      status: response.status,
      headers: response.headers,
      text: await seen.text,
      record: await this.recordOf(response),
      asked: this.sim.requests.filter(({ body }) => body.includes(mark)),
    };
  }

  private providers(): GatewaySetup["providers"] {
    const one = (dialect: string, url: string, timeouts = PATIENT) => ({
      dialect,
      baseUrl: baseUrl(dialect, url),
      retries: ONCE,
      timeouts,
    });
    return Object.fromEntries(
      DIALECTS.flatMap((dialect) => [
        [dialect, one(dialect, this.sim.url)],
        [`hasty-${dialect}`, one(dialect, this.sim.url, HASTY)],
        [`idle-${dialect}`, one(dialect, this.sim.url, { ...PATIENT, idle: HASTY.idle })],
        [`tcp-${dialect}`, one(dialect, this.tcp.url)],
      ]),
    );
  }

  private async recordOf({ headers }: Response): Promise<RequestRecord> {
    const name = headers.get("request-id") ?? headers.get("x-request-id") ?? "";
    const find = () => this.records.find((record) => "id" in record && `req_${record.id}` === name);
    await until(() => find() !== undefined);
    const found = find();
    if (found === undefined) throw new Error(`nothing was told of ${name}`);
    return found as RequestRecord;
  }
}

/** The rig of a file. */
export function useRig(setUp: SetUp = () => ({})): Rig {
  const rig = new Rig();
  beforeAll(() => rig.start(setUp));
  afterEach(() => rig.rested());
  afterAll(() => rig.stop());
  return rig;
}

// ── what must hold ──────────────────────────────────────────────────────────

/** The SDK has the whole answer, and everybody says so. */
export function expectAnswered(run: Run): Answer {
  const { answer, record, text = "", trial } = run;
  expect(run.error, describeRun(run)).toBeUndefined();
  expect(record, describeRun(run)).toMatchObject({ status: 200, outcome: "success" });
  expect(record.errorType).toBeUndefined();
  if (trial.streams) expect(succeeded(trial.client, text), describeRun(run)).toBe(true);
  return there(answer);
}

/** The client got an error in place of a response, with a status and in its own dialect. */
export function expectRefused(run: Run, errorType: RegExp): void {
  const { trial, status, text, record } = run;
  expect(status, describeRun(run)).toBeGreaterThanOrEqual(400);
  expect(run.thrown, describeRun(run)).toBe(status);
  expect(legality[trial.client]?.error(status, parseJson(text ?? "")), describeRun(run)).toEqual([]);
  expect(record, describeRun(run)).toMatchObject({ status, outcome: "error" });
  expect(record.errorType, describeRun(run)).toMatch(errorType);
  expect(run.headers.get("x-toolglot-attempts"), describeRun(run)).toBe(String(record.attempts?.length));
}

/** What a provider of this dialect sends may end its lines as it likes. */
function plain(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/** The client got one error in its own dialect after a part of the response, and nothing that means success. */
export function expectBroken(run: Run, errorType: RegExp): void {
  const { trial, record } = run;
  const text = plain(run.text ?? "");
  expect(trial.streams, describeRun(run)).toBe(true);
  expect(run.status, describeRun(run)).toBe(200);
  expect(run.answer === undefined || run.answer.stop === "failed", describeRun(run)).toBe(true);
  expect(failed(trial.client, text), describeRun(run)).toBe(true);
  expect(succeeded(trial.client, text), describeRun(run)).toBe(false);
  expect(legality[trial.client]?.stream(text), describeRun(run)).toEqual([]);
  expect(record, describeRun(run)).toMatchObject({ status: 200, outcome: "error", stream: true });
  expect(record.errorType, describeRun(run)).toMatch(errorType);
  // What has begun is never asked for again.
  expect(record.attempts?.at(-1)?.errorType, describeRun(run)).toBe(record.errorType);
}

/** One or the other, by whether anything had come when it failed. */
export function expectFailed(run: Run, errorType: RegExp): void {
  if (run.status === 200) expectBroken(run, errorType);
  else expectRefused(run, errorType);
}

function describeRun({ trial, status, text, error, answer, record }: Run): string {
  const { client, streams, model } = trial;
  const what = error === undefined ? JSON.stringify(answer) : String(error);
  return `${client}, ${streams ? "streamed" : "whole"}, from ${model}: ${status} ${what}\n${text}\n${JSON.stringify(record)}`;
}

/** Waits for it, and not for ever. */
export async function until(isSo: () => boolean, milliseconds = 8000): Promise<void> {
  for (const end = Date.now() + milliseconds; !isSo() && Date.now() < end; )
    await new Promise((resolve) => setTimeout(resolve, 2));
}

// ── what may be left over ───────────────────────────────────────────────────

function resources(): string[] {
  return process.getActiveResourcesInfo().filter((name) => /TCP|Timeout|TLS|GetAddrInfo|HTTP/.test(name));
}

/** What is there now and was not before. */
function surplus(now: readonly string[], before: readonly string[]): string[] {
  const rest = [...before];
  return now.filter((name) => {
    const at = rest.indexOf(name);
    if (at < 0) return true;
    rest.splice(at, 1);
    return false;
  });
}

function there<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("it is not there yet");
  return value;
}
