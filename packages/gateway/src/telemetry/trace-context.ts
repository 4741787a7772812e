import { randomId } from "../http/random-id.ts";
import type { HeaderMap } from "../transport.ts";

/** The span that a request belongs to, as the headers of W3C Trace Context have it: https://www.w3.org/TR/trace-context/ */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** Whether the trace is recorded. */
  readonly isSampled: boolean;
  /** What other systems have added, passed on unchanged. */
  readonly state?: string;
}

/** The trace that a client's request is part of; `undefined` if it has none, or one that is malformed. */
export function readTraceContext(headers: HeaderMap): TraceContext | undefined {
  const [, version, traceId = "", spanId = "", flags = "", rest] = TRACEPARENT.exec(headers.traceparent ?? "") ?? [];
  const isValid = version !== undefined && version !== "ff" && !ZEROS.test(traceId) && !ZEROS.test(spanId);
  if (!isValid || (version === "00" && rest !== undefined)) return undefined;
  const { tracestate: state } = headers;
  const isSampled = (Number.parseInt(flags, 16) & SAMPLED) !== 0;
  const isKept = state !== undefined && state !== "" && state.length <= MAX_STATE;
  return { traceId, spanId, isSampled, ...(isKept ? { state } : {}) };
}

/** The headers of a request that is part of a trace. */
export function traceHeaders({ traceId, spanId, isSampled, state }: TraceContext): Readonly<Record<string, string>> {
  const traceparent = `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;
  return state === undefined ? { traceparent } : { traceparent, tracestate: state };
}

export const randomTraceId: () => string = randomId;

export function randomSpanId(): string {
  return randomId().slice(0, 16);
}

const TRACEPARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const ZEROS = /^0+$/;
const SAMPLED = 1;

/** The least that must be passed on, in characters. */
const MAX_STATE = 512;
