import { jsonIn } from "@toolglot/core/base";
import type { ExchangeSummary } from "@toolglot/gateway";
import { Unreachable } from "../gateway/running-gateway.ts";
import { logNote } from "../output/messages.ts";
import type { InspectorClient } from "./client.ts";
import { missingText } from "./missing.ts";

/** How many exchanges are shown at the start. */
const FIRST = 20;
/** How many are listed after a gap. */
const AFTER_GAP = 1000;
/** The time before the gateway is tried again, in milliseconds; it doubles up to the second. */
const DELAYS = { first: 250, most: 5000 };

export type OnExchange = (summary: ExchangeSummary) => void;

/** Tells all changes, from those of the last exchanges on, until the signal aborts. Throws if there is no gateway at first. */
export async function follow(client: InspectorClient, onExchange: OnExchange, signal: AbortSignal): Promise<void> {
  let after = await catchUp(client, FIRST, onExchange);
  let delay = DELAYS.first;
  while (!signal.aborted) {
    try {
      for await (const { id, event, data } of eventsIn(await client.events(after, signal))) {
        delay = DELAYS.first;
        if (event === "reset") after = await catchUp(client, AFTER_GAP, onExchange);
        // Only the gateway of this version sends events.
        if (event === "exchange") onExchange(jsonIn(data) as unknown as ExchangeSummary);
        if (event !== "reset") after = Number(id);
      }
    } catch (error) {
      if (signal.aborted) return;
      // Whatever breaks a connection, it is tried again; a gateway that refuses is another matter.
      if (!(error instanceof Unreachable) && !(error instanceof TypeError)) throw error;
    }
    if (signal.aborted) return;
    if (delay === DELAYS.first)
      logNote(`the connection to ${client.url} is lost; waiting for the gateway to come back`);
    await sleep(delay, signal);
    delay = Math.min(delay * 2, DELAYS.most);
  }
}

/** Tells the last exchanges, the oldest first; returns the sequence number of the last change. */
async function catchUp(client: InspectorClient, limit: number, onExchange: OnExchange): Promise<number> {
  const { exchanges, missing = [] } = await client.list(limit);
  for (const each of missing) logNote(missingText(each));
  for (const summary of exchanges.toReversed()) onExchange(summary);
  // Without an exchange, nothing can have been missed: the gateway begins anew for an unknown number.
  return exchanges[0]?.seq ?? 0;
}

interface ServerEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of body) {
    const frames = (text + decoder.decode(bytes, { stream: true })).split("\n\n");
    text = frames.pop() ?? "";
    for (const frame of frames) if (!frame.startsWith(":")) yield eventOf(frame);
  }
}

function eventOf(frame: string): ServerEvent {
  const fields = new Map(
    frame.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
  );
  return { id: fields.get("id") ?? "", event: fields.get("event") ?? "", data: fields.get("data") ?? "" };
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
