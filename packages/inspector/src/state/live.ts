import { signal } from "@preact/signals";
import type { ExchangeSummary, MissingExchanges } from "@toolglot/gateway";
import { source } from "../data/current.ts";
import { request } from "../data/http-source.ts";
import { readEvents, type ServerSentEvent } from "../data/server-sent-events.ts";
import { isKeyWanted } from "./key.ts";
import { clearExchanges, removeExchanges, upsertExchanges } from "./traffic.ts";

/** How the page stands with its gateway. */
export type ConnectionState = "connecting" | "live" | "offline" | "file";

export const connection = signal<ConnectionState>("connecting");

/** Whether the whole list was read at least once. */
export const isListed = signal(false);

/** What the last listing could not list. */
export const missing = signal<readonly MissingExchanges[]>([]);

const RETRY_MS = [250, 500, 1000, 2000, 5000];

/** The sequence number of the last change that the page has seen: what came after it is told at the next connection. */
let lastSeen = 0;

/** Lists the traffic and follows it until the page is closed; reconnects by itself, and misses nothing. */
export async function followTraffic(): Promise<void> {
  if (!source.isLive) {
    await listAll();
    connection.value = "file";
    return;
  }
  for (let failures = 0; ; failures++) {
    try {
      if (!isListed.value) await listAll();
      await followEvents(() => {
        failures = 0;
      });
    } catch {
      // Shown as `offline` until the next attempt, whose failure says more than this one.
    }
    connection.value = "offline";
    await pause(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 5000);
    if (isKeyWanted.value) await keyGiven();
  }
}

async function listAll(): Promise<void> {
  let before: number | undefined;
  for (let more = true; more; ) {
    const page = await source.list(before);
    for (const { seq } of page.exchanges) lastSeen = Math.max(lastSeen, seq);
    upsertExchanges(page.exchanges);
    missing.value = page.missing ?? [];
    isListed.value = true;
    const oldest = page.exchanges.at(-1)?.seq;
    more = page.more && oldest !== undefined && oldest !== before;
    before = oldest;
  }
}

async function followEvents(onOpen: () => void): Promise<void> {
  const { body } = await request("/events", {
    headers: { accept: "text/event-stream", "last-event-id": String(lastSeen) },
  });
  if (body === null) return;
  onOpen();
  connection.value = "live";
  for await (const event of readEvents(body)) handle(event);
}

function handle({ id, event, data }: ServerSentEvent): void {
  if (id !== undefined) lastSeen = Math.max(lastSeen, Number(id) || 0);
  if (event === "exchange") upsertExchanges([JSON.parse(data) as ExchangeSummary]);
  if (event === "removed") removeExchanges((JSON.parse(data) as { ids: readonly string[] }).ids);
  if (event === "reset") void startAnew();
}

async function startAnew(): Promise<void> {
  clearExchanges();
  lastSeen = 0;
  await listAll();
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function keyGiven(): Promise<void> {
  return new Promise((resolve) => {
    const stop = isKeyWanted.subscribe((wanted) => {
      if (wanted) return;
      queueMicrotask(() => stop());
      resolve();
    });
  });
}
