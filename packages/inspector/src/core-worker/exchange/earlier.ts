import type { DialectId, Json } from "@toolglot/core";
import { exchangeContent } from "./open.ts";
import { OpenedExchange, openedNamed } from "./opened.ts";
import { continuedId, foreignItems, turnItems } from "./stored-turns.ts";
import type { BodyBytes, EarlierTurn, ExchangeContent, ReadTurn } from "./views.ts";

/** The bodies of a client's exchange that a later one may continue. */
export interface TurnBodies {
  readonly id: string;
  readonly client: DialectId;
  readonly request: BodyBytes;
  readonly response: BodyBytes;
}

/** The page forgets the turns that it has read in the same order, and after as many. */
const MOST_READ_TURNS = 1000;

const read = new Map<string, readonly Json[]>();

/** Reads an exchange that another one may continue, and keeps its items. */
export function readTurn({ id, client, request, response }: TurnBodies): ReadTurn {
  const bodies = { clientRequest: request, clientResponse: response };
  const none = { bridge: undefined, model: "", isStreamed: response.isStream, isRunning: false, losses: [] };
  const turn = new OpenedExchange({ id, client, ...none, bodies });
  const [asked, said] = [turn.value("clientRequest"), turn.value("clientResponse")];
  read.set(id, turnItems(asked, said, client));
  for (const old of [...read.keys()].slice(0, -MOST_READ_TURNS)) read.delete(old);
  const responseId = (said as { readonly id?: Json } | undefined)?.id;
  const continues = continuedId(asked, client);
  return {
    ...(typeof responseId === "string" ? { responseId } : {}),
    ...(continues === undefined ? {} : { continues }),
  };
}

/** An opened exchange with the turns that it continues, the first one first. */
export function continueExchange({
  id,
  turns,
}: {
  readonly id: string;
  readonly turns: readonly EarlierTurn[];
}): ExchangeContent {
  const kept = openedNamed(id);
  const { client } = kept.exchange;
  kept.earlier = turns.flatMap((turn) => {
    const items = read.get(turn.id) ?? [];
    return turn.isForeign ? foreignItems(items, client) : items;
  });
  return exchangeContent(kept);
}
