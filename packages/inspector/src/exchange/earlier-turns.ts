import type { ExchangeDetail, ExchangeSummary } from "@toolglot/gateway";
import { callCore } from "../core-worker/client.ts";
import type { EarlierTurn, ExchangeContent, ReadTurn } from "../core-worker/exchange/views.ts";
import { source } from "../data/current.ts";
import { exchanges } from "../state/traffic.ts";
import { isStreamType } from "./stream-type.ts";

/** More exchanges are not read. */
const MOST_TURNS = 500;
const MOST_OTHERS = 50;
/** As many as the worker keeps. */
const MOST_READ_TURNS = 1000;

/** An exchange that was read, as far as the page needs it. */
interface KnownTurn extends ReadTurn {
  /** The exchange before it. */
  readonly previous: string | undefined;
  readonly provider: string | undefined;
}

const known = new Map<string, KnownTurn>();

/** The content with the turns that the exchange continues, as far as they are kept: they are found by the ids of their responses. */
export async function withEarlierTurns(
  { summary, previous }: ExchangeDetail,
  content: ExchangeContent,
  continues: string,
): Promise<ExchangeContent> {
  const turns: EarlierTurn[] = [];
  const tried = new Set<string>();
  const others = othersBefore(summary);
  let wanted: string | undefined = continues;
  let id = previous ?? others.shift()?.id;
  while (wanted !== undefined && id !== undefined && tried.size < MOST_TURNS) {
    const turn: KnownTurn | undefined = tried.has(id) ? undefined : (known.get(id) ?? (await read(id)));
    tried.add(id);
    if (turn?.responseId === wanted) {
      const isForeign = summary.target === summary.client && turn.provider !== summary.provider;
      turns.unshift({ id, isForeign });
      wanted = turn.continues;
    }
    id = turn?.previous ?? others.shift()?.id;
  }
  return wanted === undefined ? callCore("continueExchange", { id: summary.id, turns }) : content;
}

/** The exchanges before it, of any session: a client that names none begins a new one with each request that names a response. */
function othersBefore({ id, client, startedAt }: ExchangeSummary): ExchangeSummary[] {
  return exchanges.value
    .filter((each) => each.client === client && each.startedAt <= startedAt && each.id !== id)
    .slice(0, MOST_OTHERS);
}

/** Undefined where the exchange or one of its bodies is not kept any more. */
async function read(id: string): Promise<KnownTurn | undefined> {
  try {
    const { summary, request, response, previous } = await source.detail(id);
    if (response === undefined) return { previous, provider: summary.provider };
    const [asked, said] = await Promise.all([source.body(id, request.name), source.body(id, response.name)]);
    const place = {
      id,
      client: summary.client,
      request: { bytes: asked, isStream: false },
      response: { bytes: said, isStream: isStreamType(response.headers["content-type"]) },
    };
    const turn = await callCore("readTurn", place, [asked, said]);
    const found = { ...turn, previous, provider: summary.provider };
    if (summary.state !== "running") remember(id, found);
    return found;
  } catch {
    // It is the gateway that forgets: there is nothing to tell but that the turn is not there.
    return undefined;
  }
}

function remember(id: string, turn: KnownTurn): void {
  known.set(id, turn);
  for (const old of [...known.keys()].slice(0, -MOST_READ_TURNS)) known.delete(old);
}
