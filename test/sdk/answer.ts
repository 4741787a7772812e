import type { Json } from "../support/json.ts";
import type { Accepted, Body, Consumed, Rejected } from "./types.ts";

/** A `fetch` that answers once, without a network; an SDK that sends a second request (a retry, a continuation) gets an error. */
export function answer(body: Body, status = 200, contentType = "text/event-stream"): typeof fetch {
  let request = false;
  return async () => {
    if (request) throw new Error("the SDK sent a second request");
    request = true;
    const headers = { "content-type": status < 400 ? contentType : "application/json" };
    return new Response(streamOf(typeof body === "string" ? [body] : body), { status, headers });
  };
}

/** The same for a whole JSON body. */
export function answerJson(body: Json, status = 200): typeof fetch {
  return answer(JSON.stringify(body), status, "application/json");
}

/** What the SDK made of the answer, or how it refused it. */
export async function attempt(run: () => Promise<Accepted>): Promise<Consumed> {
  try {
    return await run();
  } catch (error) {
    return { ok: false, error: describe(error) };
  }
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

/** An accepted answer without the fields that it does not have. */
export function accepted(fields: {
  text: string;
  refusal?: string;
  reasoning: string;
  calls: readonly { id: string | undefined; name: string; arguments: string }[];
  stop: string | null | undefined;
  usage: unknown;
  raw: unknown;
}): Accepted {
  const { text, refusal = "", reasoning, calls, stop, usage, raw } = fields;
  return {
    ok: true,
    text,
    ...(refusal !== "" && { refusal }),
    ...(reasoning !== "" && { reasoning }),
    calls: calls.map(({ id, ...call }) => (id === undefined ? call : { id, ...call })),
    stop: stop ?? null,
    ...(usage != null && { usage: usage as Json }),
    raw,
  };
}

/** Where SDKs have the status of an error. */
interface Statuses {
  readonly status?: unknown;
  readonly status_code?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: unknown };
}

function describe(error: unknown): Rejected["error"] {
  if (!(error instanceof Error)) return { name: typeof error, message: String(error) };
  const { $metadata, status = $metadata?.httpStatusCode, status_code: code = status } = error as Statuses;
  const name = error.name === "Error" ? error.constructor.name : error.name;
  return { name, message: error.message, ...(typeof code === "number" && { status: code }) };
}

function streamOf(chunks: readonly (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const rest = chunks[Symbol.iterator]();
  return new ReadableStream({
    pull(controller) {
      const { value, done } = rest.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
    },
  });
}
