import { answerJson, startUpstream, type TestUpstream } from "../support/upstream.ts";

/** A span as a collector gets it. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly traceState?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
  readonly status: { readonly code: number; readonly message?: string };
}

/** A collector of traces that is closed after the test. */
export interface Collector {
  readonly url: string;
  readonly requests: TestUpstream["received"];
  readonly spans: ReceivedSpan[];
}

/** The first requests are answered with these statuses, all others with 200. */
export async function startCollector(...statuses: number[]): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  const { url, received } = await startUpstream(({ body }, response) => {
    const status = statuses.shift() ?? 200;
    if (status === 200) spans.push(...spansIn(body));
    answerJson(response, status, {});
  });
  return { url, requests: received, spans };
}

function spansIn(body: string): ReceivedSpan[] {
  const { resourceSpans } = JSON.parse(body) as {
    resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[];
  };
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

/** The attributes of a span by their names, without the kinds of their values. */
export function attributesOf({ attributes }: ReceivedSpan): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
