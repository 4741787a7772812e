import { type DialectId, isObject, type Json, type JsonObject, parseJson } from "@toolglot/core";
import { type AlignedRow, type AssembledStream, assembleStream } from "@toolglot/core/align";
import { withEarlier } from "./stored-turns.ts";
import type { BodyRole, ExchangeBodies } from "./views.ts";

/** An exchange that the worker has read. What is made of its bodies is made once, when it is asked for. */
export class OpenedExchange {
  readonly exchange: ExchangeBodies;
  /** The rows of its requests, with whole values. */
  requestRows: readonly AlignedRow[] = [];
  /** The items of the earlier turns, where the client's request only names the response that it continues. */
  earlier: readonly Json[] | undefined;
  readonly #values = new Map<BodyRole, Json | undefined>();
  readonly #texts = new Map<BodyRole, string>();
  readonly #streams = new Map<BodyRole, AssembledStream>();

  constructor(exchange: ExchangeBodies) {
    this.exchange = exchange;
  }

  has(role: BodyRole): boolean {
    return this.exchange.bodies[role] !== undefined;
  }

  /** The bytes of a body as text. */
  text(role: BodyRole): string {
    return made(this.#texts, role, () => new TextDecoder().decode(this.exchange.bodies[role]?.bytes));
  }

  /** The JSON of a body; of a stream, the response that it amounts to. Undefined where it is no JSON. */
  value(role: BodyRole): Json | undefined {
    return made(this.#values, role, () => {
      const stream = this.stream(role);
      if (stream === undefined) return parsed(this.text(role));
      return stream.response ?? (this.exchange.isRunning ? stream.partial : withError(stream));
    });
  }

  /** The JSON that the rows are about: the client's request with the earlier turns that the gateway has put into it. */
  shown(role: BodyRole): Json | undefined {
    const value = this.value(role);
    const { earlier, exchange } = this;
    if (role !== "clientRequest" || earlier === undefined || !isObject(value ?? null)) return value;
    return withEarlier(value as JsonObject, earlier, exchange.client);
  }

  /** What a response says, without the error that its stream may have ended with. */
  said(role: BodyRole): Json | undefined {
    const stream = this.stream(role);
    return stream?.response ?? stream?.partial ?? this.value(role);
  }

  /** The frames of a body, if it is a stream. */
  stream(role: BodyRole): AssembledStream | undefined {
    const body = this.exchange.bodies[role];
    const dialect = this.dialect(role);
    if (body?.isStream !== true || dialect === undefined) return undefined;
    return made(this.#streams, role, () => assembleStream(dialect, new Uint8Array(body.bytes)));
  }

  /** The dialect of a body; undefined for those of a provider where none was asked. */
  dialect(role: BodyRole): DialectId | undefined {
    const { client, bridge } = this.exchange;
    return role === "clientRequest" || role === "clientResponse" ? client : bridge?.to;
  }
}

/** Two are compared, and one more may be on its way. */
const MOST_OPENED = 3;

const opened = new Map<string, OpenedExchange>();

/** Keeps an exchange, and forgets the one that was opened the longest time ago. */
export function keepOpened(exchange: ExchangeBodies): OpenedExchange {
  const kept = new OpenedExchange(exchange);
  opened.delete(exchange.id);
  opened.set(exchange.id, kept);
  for (const id of [...opened.keys()].slice(0, -MOST_OPENED)) opened.delete(id);
  return kept;
}

/** Keeps one body under an id of its own, and forgets the one before: it must not replace an exchange. */
export function openBody({ id, bytes }: { id: string; bytes: ArrayBuffer }): void {
  const bodies = { providerRequest: { bytes, isStream: false } };
  const none = { bridge: undefined, model: "", isStreamed: false, isRunning: false, losses: [] };
  openedBody = new OpenedExchange({ id, client: "openai-chat", ...none, bodies });
}

let openedBody: OpenedExchange | undefined;

export function openedNamed(id: string): OpenedExchange {
  const found = openedBody?.exchange.id === id ? openedBody : opened.get(id);
  if (found === undefined) throw new Error("This exchange is not open any more: open it again");
  return found;
}

function made<Key, Value>(all: Map<Key, Value>, key: Key, make: () => Value): Value {
  if (!all.has(key)) all.set(key, make());
  return all.get(key) as Value;
}

/** The error of a broken stream is a field beside what it had said. */
function withError({ partial, error = null }: AssembledStream): Json {
  if (!isObject(partial ?? null)) return error;
  return { ...(partial as JsonObject), error: isObject(error) ? (error.error ?? error) : error };
}

function parsed(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
