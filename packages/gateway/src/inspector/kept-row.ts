// An exchange of a busy second, of which only its row in the list is kept.

import type { Loss } from "@toolglot/core";
import type { ExchangeDetail, ExchangeSummary } from "./protocol.ts";
import type { RingEntry } from "./ring.ts";
import { ROW_BYTES, type Row, type RowChunk, type SharedFields } from "./row-chunk.ts";
import { lossCounts, optionalField } from "./summary.ts";

/** An exchange without heads and bodies, at its place in a chunk. */
export class KeptRow implements RingEntry {
  readonly state = "done";
  seq: number;
  size: number = ROW_BYTES;
  isForgotten = false;
  private readonly chunk: RowChunk;
  private readonly index: number;

  constructor(chunk: RowChunk, index: number) {
    this.chunk = chunk;
    this.index = index;
    this.seq = chunk.seqAt(index);
  }

  get id(): string {
    return this.row.id;
  }

  get session(): string {
    return this.row.session;
  }

  get startedAt(): number {
    return this.row.startedAt;
  }

  get tenant(): string {
    return this.shared.tenant;
  }

  get summary(): ExchangeSummary {
    const { seq, state, losses, tenant } = this;
    const { shared, id, session, startedAt, durationMs, firstOutputMs, usage, cost, unlisted } = this.row;
    const { dialect, agent, model, provider, providerModel, profile, status, isStream, tools, replayOf } = shared;
    return {
      seq,
      id,
      session,
      client: dialect,
      ...optionalField("agent", agent),
      ...(tenant === "" ? {} : { key: tenant }),
      model,
      provider: provider.name,
      providerModel,
      target: provider.dialect,
      ...optionalField("profile", profile),
      state,
      status,
      stream: isStream,
      startedAt,
      ...optionalField("firstOutputMs", firstOutputMs),
      durationMs,
      ...optionalField("usage", usage),
      ...optionalField("cost", cost),
      calls: [],
      tools,
      losses: lossCounts(losses),
      attempts: 1,
      excerpt: "",
      ...optionalField("replayOf", replayOf),
      bodiesDropped: "sampled",
      ...(unlisted === 0 ? {} : { unlisted }),
    };
  }

  get detail(): ExchangeDetail {
    const { summary, losses } = this;
    const { method, path, status, provider, profile, providerModel: model, dialect: from } = this.shared;
    const { name, dialect } = provider;
    const { durationMs: endedMs } = this.row;
    const request = { ...missing("attempt-1-request"), url: "" };
    return {
      summary,
      losses,
      request: { ...missing("client-request"), method, path },
      response: { ...missing("client-response"), status },
      attempts: [{ provider: name, model, dialect, startedMs: 0, endedMs, status, request }],
      bridge: { from, to: dialect, ...optionalField("profile", profile), model },
    };
  }

  // There are none.
  body(): undefined {}

  dropBodies(): void {}

  forget(): void {}

  private get row(): Row {
    return this.chunk.at(this.index);
  }

  private get shared(): SharedFields {
    return this.chunk.sharedAt(this.index);
  }

  private get losses(): readonly Loss[] {
    const { losses } = this.shared;
    return losses === "" ? [] : JSON.parse(losses);
  }
}

function missing(name: string) {
  return { name, bytes: 0, kept: false, headers: {} };
}
