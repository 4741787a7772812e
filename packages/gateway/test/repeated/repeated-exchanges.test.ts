import type { Json, JsonObject } from "@toolglot/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { caseRequests, caseResponses, caseStreams } from "../../../../test/conversations/case-examples.ts";
import { type DialectName, DIALECTS as PROVIDERS, TARGETS } from "../../../../test/properties/dialects.ts";
import { holds } from "../../../../test/properties/runs.ts";
import { isDrawn } from "../../../../test/support/extent.ts";
import { type SimStep, textStep } from "../../src/sim/steps.ts";
import { requestFor } from "../clients/requests.ts";
import { type ClientDialect, DIALECTS } from "../matrix/clients/index.ts";
import type { GatewaySetup } from "../support/gateway.ts";
import { streamType, wireBytes } from "../support/provider-wire.ts";
import { type Change, change, changed, changedStream } from "./changed-bodies.ts";
import { type Observed, ObservedGateway, type ObservedRequest } from "./observed-gateway.ts";
import { type Spelling, spell, spelling } from "./spelled-json.ts";

// Law 9 for a gateway: what it remembers of earlier requests and responses changes nothing that a client or a provider gets,
// and nothing that is logged. The first requests of a session are the same, so that the later ones find something remembered.

const pairs = DIALECTS.flatMap((client, row) =>
  PROVIDERS.filter((_, column) => isDrawn(3, row, column)).map((provider) => [client, provider] as const),
);

describe("a gateway's exchanges are the same without fast paths", () => {
  it.each(pairs)("from %s to %s", async (client, provider) => {
    await holds(session({ client, provider }), 3, async (each) => {
      const found = await remembered(each);
      expect(found).toEqual(await translated(each));
      expect(found.every(({ sent, status }) => sent.length === 1 || status >= 400)).toBe(true);
    });
  });
});

interface Ends {
  readonly client: ClientDialect;
  readonly provider: DialectName;
}

/** A program that sends requests of one kind. */
interface Program extends Ends {
  readonly model: string;
  readonly request: number;
  readonly response: number;
  readonly streams: boolean;
  readonly spelling: Spelling;
}

/** A request and a response, as they differ from the usual ones of their program. */
interface Turn {
  readonly program: number;
  readonly request: readonly Change[];
  readonly response: readonly Change[];
  readonly spelling: Spelling | undefined;
  readonly chunks: number;
  readonly status: number;
}

/** What some programs send to one gateway, one request after the other or several at once. */
interface Session {
  readonly programs: readonly Program[];
  readonly caching: "auto" | "off";
  readonly atOnce: number;
  readonly turns: readonly Turn[];
}

const changes = fc.array(change, { maxLength: 2 });
const failure = fc.constantFrom(400, 429, 500);

const turn: fc.Arbitrary<Turn> = fc.record({
  program: fc.constantFrom(0, 0, 1),
  request: changes,
  response: changes,
  spelling: fc.oneof({ weight: 8, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: spelling }),
  chunks: fc.constantFrom(1, 2, 5, 40),
  status: fc.oneof({ weight: 20, arbitrary: fc.constant(200) }, { weight: 1, arbitrary: failure }),
});

/** The beginning of every session: both programs send the same request several times. */
const SAME: readonly Turn[] = [0, 1, 0, 1, 0, 1, 0, 1, 0].map((program) => {
  return { program, request: [], response: [], spelling: undefined, chunks: 1, status: 200 };
});

function programOf({ client, provider }: Ends): fc.Arbitrary<Program> {
  return fc.record({
    client: fc.constant(client),
    provider: fc.constant(provider),
    model: fc.constantFrom(...TARGETS[provider]),
    request: fc.nat({ max: 500 }),
    response: fc.nat({ max: 500 }),
    streams: fc.boolean(),
    spelling: spelling.map((each) => ({ ...each, twice: 0 })),
  });
}

const strangers = fc
  .record({ client: fc.constantFrom(...DIALECTS), provider: fc.constantFrom(...PROVIDERS) })
  .chain(programOf);

/** Two programs: of the same kind with other models, or of any two kinds. */
function programs(ends: Ends): fc.Arbitrary<readonly Program[]> {
  const kin = fc
    .tuple(programOf(ends), programOf(ends), fc.boolean())
    .map(([one, { model, streams }, streamsToo]) => [
      one,
      { ...one, model, streams: streamsToo ? one.streams : streams },
    ]);
  return fc.oneof(kin, fc.tuple(programOf(ends), strangers));
}

function session(ends: Ends): fc.Arbitrary<Session> {
  return fc.record({
    programs: programs(ends),
    caching: fc.constantFrom("auto", "off"),
    atOnce: fc.constantFrom(1, 1, 3),
    turns: fc.array(turn, { minLength: 6, maxLength: 12 }).map((turns) => [...SAME, ...turns]),
  });
}

/** With fast paths, and one gateway for all programs. */
async function remembered({ programs: all, caching, atOnce, turns }: Session): Promise<Observed[]> {
  const gateway = new ObservedGateway(setupFor(caching), true);
  const requests = turns.map((one) => requestOf(one, all[one.program] as Program));
  const found: Observed[] = [];
  for (let first = 0; first < requests.length; first += atOnce) {
    const some = requests.slice(first, first + atOnce);
    found.push(...(await Promise.all(some.map((request, index) => gateway.exchange(first + index, request)))));
  }
  return found;
}

/** Without fast paths, and a gateway for each program. */
async function translated({ programs: all, caching, turns }: Session): Promise<Observed[]> {
  const gateways = all.map(() => new ObservedGateway(setupFor(caching), false));
  const found: Observed[] = [];
  for (const [number, one] of turns.entries()) {
    const request = requestOf(one, all[one.program] as Program);
    found.push(await (gateways[one.program] as ObservedGateway).exchange(number, request));
  }
  return found;
}

function setupFor(caching: Session["caching"]): GatewaySetup {
  const retries = { attempts: 0, delay: 0, maxDelay: 0 };
  const providers = PROVIDERS.map((dialect) => [
    dialect,
    { dialect, baseUrl: "http://provider.test", retries, caching },
  ]);
  const routes = PROVIDERS.flatMap((provider) =>
    TARGETS[provider].map((model) => ({ match: clientModel({ provider, model }), to: [{ provider, model }] })),
  );
  return { providers: Object.fromEntries(providers), routes };
}

/** What clients call a model. */
function clientModel({ provider, model }: Pick<Program, "provider" | "model">): string {
  return `${provider}-${model}`.replace(/[^a-z0-9-]/g, "-");
}

function requestOf(one: Turn, each: Program): ObservedRequest {
  const { path, body: usual } = requestFor(each.client, { model: clientModel(each), streams: each.streams });
  const source = pick(caseRequests, each.client, each.request) as JsonObject;
  const fields = Object.fromEntries(["model", "stream"].flatMap((key) => (key in usual ? [[key, usual[key]]] : [])));
  const body = changed({ ...source, ...fields } as Json, one.request);
  const steps = responseOf(one, each);
  return { path, body: spell(body, one.spelling ?? each.spelling), respond: () => steps };
}

function responseOf(one: Turn, each: Program): SimStep[] {
  const { provider } = each;
  const how = one.spelling ?? each.spelling;
  if (one.status !== 200)
    return [head("application/json", one.status), textStep('{"error":{"message":"no \\u00e9"}}'), END];
  if (!each.streams) {
    const text = spell(changed(pick(caseResponses, provider, each.response), one.response), how);
    return [head("application/json"), ...inChunks(Buffer.from(text), one.chunks), END];
  }
  const text = changedStream(String(pick(caseStreams, provider, each.response)), one.response, how);
  return [head(streamType(provider)), ...inChunks(wireBytes(provider as ClientDialect, text), one.chunks), END];
}

const END: SimStep = { type: "end" };

function head(type: string, status = 200): SimStep {
  return { type: "head", status, headers: { "content-type": type } };
}

function inChunks(bytes: Buffer, count: number): SimStep[] {
  const size = Math.ceil(bytes.length / count) || 1;
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => ({
    type: "data",
    bytes: bytes.subarray(index * size, (index + 1) * size),
  }));
}

function pick(all: readonly { readonly dialect: string; readonly body: Json }[], dialect: string, index: number): Json {
  const own = all.filter((each) => each.dialect === dialect);
  return own[index % own.length]?.body ?? null;
}
