// An exchange of which only its row in the list is kept: the gateway was saturated.

import type { DialectId, Loss, ProfileName } from "@toolglot/core";
import type { RequestRecord } from "../observe/log.ts";
import type { ConversationHints } from "./conversation.ts";
import type { ExchangeDetail, ExchangeSummary } from "./protocol.ts";
import type { AttemptTarget } from "./recorded-attempt.ts";
import type { RingEntry } from "./ring.ts";
import { lossCounts, optionalField } from "./summary.ts";

/** What a row is made of. No text of it has a secret. */
export interface RowFields {
  readonly id: string;
  readonly startedAt: number;
  readonly dialect: DialectId;
  readonly method: string;
  readonly tenant: string;
  readonly hints: ConversationHints;
  readonly session: string;
  readonly target: AttemptTarget;
  readonly record: RequestRecord;
  readonly losses: readonly Loss[];
  readonly replayOf: string | undefined;
}

/** An exchange without heads and bodies. It is one object with what there is anyway, because it is kept of thousands in a second. */
export class KeptRow implements RingEntry {
  readonly id: string;
  readonly tenant: string;
  readonly state = "done";
  seq = 0;
  size = 0;
  isForgotten = false;
  readonly startedAt: number;
  readonly session: string;
  private readonly dialect: DialectId;
  private readonly method: string;
  private readonly path: string;
  private readonly agent: string | undefined;
  private readonly isStream: boolean;
  private readonly tools: number;
  private readonly provider: AttemptTarget["provider"];
  private readonly profile: ProfileName | undefined;
  private readonly model: string;
  private readonly providerModel: string;
  private readonly status: number;
  private readonly durationMs: number;
  private readonly firstOutputMs: number | undefined;
  private readonly usage: RequestRecord["usage"];
  private readonly cost: number | undefined;
  private readonly losses: readonly Loss[];
  private readonly replayOf: string | undefined;

  constructor({ id, startedAt, dialect, method, tenant, hints, session, target, record, losses, replayOf }: RowFields) {
    const { path, model = "", providerModel = "", status, durationMs, firstChunkMs, usage, cost } = record;
    this.id = id;
    this.tenant = tenant;
    this.startedAt = startedAt;
    this.session = session;
    this.dialect = dialect;
    this.method = method;
    this.path = path;
    this.agent = hints.agent;
    this.isStream = hints.stream;
    this.tools = hints.tools;
    this.provider = target.provider;
    this.profile = target.profile;
    this.model = model;
    this.providerModel = providerModel;
    this.status = status;
    this.durationMs = durationMs;
    this.firstOutputMs = firstChunkMs;
    this.usage = usage;
    this.cost = cost;
    this.losses = losses;
    this.replayOf = replayOf;
  }

  get summary(): ExchangeSummary {
    const { seq, id, session, tenant, model, provider, providerModel, state, status, startedAt, durationMs } = this;
    return {
      seq,
      id,
      session,
      client: this.dialect,
      ...optionalField("agent", this.agent),
      ...(tenant === "" ? {} : { key: tenant }),
      model,
      provider: provider.name,
      providerModel,
      target: provider.dialect,
      ...optionalField("profile", this.profile),
      state,
      status,
      stream: this.isStream,
      startedAt,
      ...optionalField("firstOutputMs", this.firstOutputMs),
      durationMs,
      ...optionalField("usage", this.usage),
      ...optionalField("cost", this.cost),
      calls: [],
      tools: this.tools,
      losses: lossCounts(this.losses),
      attempts: 1,
      excerpt: "",
      ...optionalField("replayOf", this.replayOf),
      bodiesDropped: "busy",
    };
  }

  get detail(): ExchangeDetail {
    const { summary, losses, method, path, status, provider, durationMs, providerModel: model } = this;
    const { dialect } = provider;
    const attempt = { provider: provider.name, model, dialect, startedMs: 0, endedMs: durationMs, status };
    return {
      summary,
      losses,
      request: { ...missing("client-request"), method, path },
      response: { ...missing("client-response"), status },
      attempts: [{ ...attempt, request: { ...missing("attempt-1-request"), url: "" } }],
      bridge: { from: this.dialect, to: dialect, ...optionalField("profile", this.profile), model },
    };
  }

  // There are none.
  body(): undefined {}

  dropBodies(): void {}

  forget(): void {}
}

function missing(name: string) {
  return { name, bytes: 0, kept: false, headers: {} };
}
