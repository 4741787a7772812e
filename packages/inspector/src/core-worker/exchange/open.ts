import { isObject, isProfileName, type Json, type JsonObject, type Loss } from "@toolglot/core";
import { type AlignedRow, type Alignment, alignRequests, alignResponses, type RowSide } from "@toolglot/core/align";
import { keepOpened, type OpenedExchange } from "./opened.ts";
import { rowContents, rowsAlone } from "./rows.ts";
import { continuedId, withoutPrevious } from "./stored-turns.ts";
import type { BodyRole, ExchangeBodies, ExchangeContent, PaneContent, RowContent } from "./views.ts";

/** Reads the bodies of an exchange and aligns them. */
export function openExchange(exchange: ExchangeBodies): ExchangeContent {
  return exchangeContent(keepOpened(exchange));
}

/** The rows of an exchange, whose earlier turns may have been read. */
export function exchangeContent(kept: OpenedExchange): ExchangeContent {
  const request = pane(kept, ["clientRequest", "providerRequest"], alignedRequest);
  const response = pane(kept, ["providerResponse", "clientResponse"], alignedResponse);
  const continues = replacedId(kept);
  if (continues === undefined) return { request, response };
  if (kept.earlier === undefined) return { request: { ...request, note: NOT_KEPT(continues) }, response, continues };
  return { request: { ...request, note: PUT_BEFORE(continues) }, response };
}

const PUT_BEFORE = (id: string) => `The request continues ${id}: the gateway has put the turns up to it before it.`;
const NOT_KEPT = (id: string) =>
  `The request continues ${id}, but the exchanges up to it are not all here: what the provider got of them stands alone.`;

/** The response that the client's request continues, where the provider got the earlier turns in its place. */
function replacedId(kept: OpenedExchange): string | undefined {
  const { client, bridge } = kept.exchange;
  const id = continuedId(kept.value("clientRequest"), client);
  const sent = kept.value("providerRequest");
  return sent === undefined || continuedId(sent, bridge?.to ?? client) !== undefined ? undefined : id;
}

/** Aligned where both sides are there; otherwise each side alone, which is still worth reading. */
function pane(
  kept: OpenedExchange,
  [left, right]: readonly [BodyRole, BodyRole],
  align: (kept: OpenedExchange) => Alignment | undefined,
): PaneContent {
  try {
    const aligned = align(kept);
    if (aligned !== undefined && aligned.rows.length > 0) return { rows: rowContents(aligned.rows) };
    return { rows: [...alone(kept, left, "left"), ...alone(kept, right, "right")] };
  } catch (error) {
    const rows = [...alone(kept, left, "left"), ...alone(kept, right, "right")];
    return { rows, problem: `Not aligned: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function alignedRequest(kept: OpenedExchange): Alignment | undefined {
  const asked = kept.shown("clientRequest");
  const provider = kept.value("providerRequest");
  const options = optionsOf(kept);
  if (asked === undefined || provider === undefined || options === undefined) return undefined;
  const isReplaced = replacedId(kept) !== undefined;
  const client = isReplaced ? withoutPrevious(asked, options.from) : asked;
  const reported = lossesBetween(kept, options.from, options.to);
  // The places of losses are those of the whole conversation.
  const misplaced = isReplaced && kept.earlier === undefined ? (reported.losses ?? []).filter(isOfInput) : [];
  const losses = reported.losses?.filter((loss) => !misplaced.includes(loss));
  const aligned = alignRequests({ ...options, client, provider, ...(losses === undefined ? {} : { losses }) });
  kept.requestRows = aligned.rows;
  return { ...aligned, rows: [...aligned.rows, ...misplaced.map(rowOfLoss)] };
}

function isOfInput({ path }: Loss): boolean {
  return /^\/input\//.test(path);
}

/** A loss of a turn that is not there. */
function rowOfLoss(loss: Loss): AlignedRow {
  return { state: "lost", kind: "field", label: loss.path, losses: [loss], changes: [] };
}

function alignedResponse(kept: OpenedExchange): Alignment | undefined {
  const provider = kept.said("providerResponse");
  const client = kept.said("clientResponse");
  const request = kept.shown("clientRequest");
  const options = optionsOf(kept);
  if (client === undefined || provider === undefined || options === undefined) return undefined;
  const aligned = alignResponses({
    ...options,
    provider,
    client,
    ...(request === undefined ? {} : { request }),
    ...lossesBetween(kept, options.to, options.from),
  });
  return { ...aligned, rows: [...aligned.rows, ...brokenRows(kept)] };
}

/** The errors that the streams have ended with, after what they had said before. */
function brokenRows(kept: OpenedExchange): AlignedRow[] {
  const [left, right] = [errorSide(kept, "providerResponse"), errorSide(kept, "clientResponse")];
  if (left === undefined && right === undefined) return [];
  const sides = { ...(left === undefined ? {} : { left }), ...(right === undefined ? {} : { right }) };
  return [
    {
      state: left === undefined ? "added" : "changed",
      kind: "error",
      label: "error",
      ...sides,
      losses: [],
      changes: [],
    },
  ];
}

function errorSide(kept: OpenedExchange, role: BodyRole): RowSide | undefined {
  const value = kept.stream(role)?.partial === undefined ? undefined : kept.value(role);
  return isObject(value ?? null) ? sideOf((value as JsonObject).error) : undefined;
}

function sideOf(value: Json | undefined): RowSide | undefined {
  return value === undefined ? undefined : { pointer: "/error", value };
}

/** The options of the bridge, and what the address of the client's request said. */
function optionsOf({ exchange: { bridge, model, provider, isStreamed } }: OpenedExchange) {
  if (bridge === undefined) return undefined;
  const profile = bridge.profile !== undefined && isProfileName(bridge.profile) ? { profile: bridge.profile } : {};
  const { from, to } = bridge;
  return { from, to, model: bridge.model, providerName: provider, address: { model, stream: isStreamed }, ...profile };
}

/**
 * The losses that the gateway has reported of one direction. Within one dialect, they do not tell which one it was, and while the
 * exchange is running, there are none yet: then those of translating again.
 */
function lossesBetween(
  { exchange: { losses, isRunning } }: OpenedExchange,
  from: string,
  to: string,
): { losses?: readonly Loss[] } {
  return from === to || isRunning ? {} : { losses: losses.filter((loss) => loss.from === from && loss.to === to) };
}

function alone(kept: OpenedExchange, role: BodyRole, side: "left" | "right"): RowContent[] {
  if (!kept.has(role)) return [];
  const value = kept.value(role);
  if (value === undefined && kept.exchange.isRunning) return [];
  return rowsAlone(value ?? kept.text(role), side);
}
