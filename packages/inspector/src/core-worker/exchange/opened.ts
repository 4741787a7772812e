import { type Json, parseJson } from "@toolglot/core";
import type { BodyRole, ExchangeBodies } from "./views.ts";

/** An exchange that the worker has read. */
export interface OpenedExchange {
  readonly exchange: ExchangeBodies;
  /** The bodies as JSON; a stream is assembled to the response that it amounts to. */
  readonly values: Map<BodyRole, Json>;
  readonly texts: Map<BodyRole, string>;
}

/** Two are compared, and one more may be on its way. */
const MOST_OPENED = 3;

const opened = new Map<string, OpenedExchange>();

/** Keeps an exchange, and forgets the one that was opened the longest time ago. */
export function keepOpened(exchange: ExchangeBodies): OpenedExchange {
  const kept = { exchange, values: new Map(), texts: new Map() };
  opened.delete(exchange.id);
  opened.set(exchange.id, kept);
  for (const id of [...opened.keys()].slice(0, -MOST_OPENED)) opened.delete(id);
  return kept;
}

export function openedNamed(id: string): OpenedExchange {
  const found = opened.get(id);
  if (found === undefined) throw new Error("This exchange is not open any more: open it again");
  return found;
}

/** The text of a body, decoded once. */
export function textOf({ exchange, texts }: OpenedExchange, role: BodyRole): string {
  const known = texts.get(role);
  if (known !== undefined) return known;
  const text = new TextDecoder().decode(exchange.bodies[role]?.bytes);
  texts.set(role, text);
  return text;
}

/** The JSON of a body that is no stream; undefined where it is none. */
export function jsonOf(kept: OpenedExchange, role: BodyRole): Json | undefined {
  if (!kept.values.has(role)) {
    try {
      kept.values.set(role, parseJson(textOf(kept, role)));
    } catch {
      return undefined;
    }
  }
  return kept.values.get(role);
}
