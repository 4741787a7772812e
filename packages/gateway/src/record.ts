import type { Outcomes, Question } from "./exchange.ts";
import type { RequestRecord } from "./log.ts";
import type { Found } from "./routes.ts";
import type { Incoming } from "./transport.ts";

/** What is known of a request when it is done. */
export interface Handled {
  readonly incoming: Incoming;
  readonly found: Found;
  readonly id: string;
  readonly started: number;
  readonly ended: number;
}

/** What is told of a request beside that. */
export type Findings = Partial<RequestRecord> & { readonly firstChunkAt?: number | undefined };

/** The record of a request. */
export function recordOf({ incoming, found, id, started, ended }: Handled, findings: Findings): RequestRecord {
  const { firstChunkAt, ...rest } = findings;
  return {
    event: "request",
    id,
    method: incoming.method,
    path: incoming.url.split("?", 1)[0] ?? "",
    ...(found.type === "dialect" ? { client: found.match.surface.dialect } : {}),
    ...DONE,
    ...rest,
    durationMs: ended - started,
    ...(firstChunkAt === undefined ? {} : { firstChunkMs: firstChunkAt - started }),
  };
}

/** What is told of a request that was answered without asking anybody. */
export const DONE = { status: 200, outcome: "success" } as const;

/** What came of a question. */
export function findingsOf({ model, streams, caller }: Question, outcomes: Outcomes): Findings {
  const { destination, usage, refusal: _, ...rest } = outcomes;
  return {
    ...rest,
    ...(caller.tenant === "" ? {} : { key: caller.tenant }),
    model,
    stream: streams,
    ...(destination === undefined ? {} : { provider: destination.provider.name, providerModel: destination.model }),
    ...(usage === undefined ? {} : { usage: { input: usage.input, output: usage.output } }),
  };
}
