import { isObject, isProfileName, type Json, type JsonObject } from "@toolglot/core";
import { type AlignedRow, type Alignment, alignRequests, alignResponses, type RowSide } from "@toolglot/core/align";
import { keepOpened, type OpenedExchange } from "./opened.ts";
import { rowContents, rowsAlone } from "./rows.ts";
import type { BodyRole, ExchangeBodies, ExchangeContent, PaneContent, RowContent } from "./views.ts";

/** Reads the bodies of an exchange and aligns them. */
export function openExchange(exchange: ExchangeBodies): ExchangeContent {
  const kept = keepOpened(exchange);
  return {
    request: pane(kept, ["clientRequest", "providerRequest"], alignedRequest),
    response: pane(kept, ["providerResponse", "clientResponse"], alignedResponse),
  };
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
  const client = kept.value("clientRequest");
  const provider = kept.value("providerRequest");
  const options = optionsOf(kept);
  if (client === undefined || provider === undefined || options === undefined) return undefined;
  const aligned = alignRequests({ ...options, client, provider, ...lossesBetween(kept, options.from, options.to) });
  kept.requestRows = aligned.rows;
  return aligned;
}

function alignedResponse(kept: OpenedExchange): Alignment | undefined {
  const provider = kept.said("providerResponse");
  const client = kept.said("clientResponse");
  const request = kept.value("clientRequest");
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
function optionsOf({ exchange: { bridge, model, isStreamed } }: OpenedExchange) {
  if (bridge === undefined) return undefined;
  const profile = bridge.profile !== undefined && isProfileName(bridge.profile) ? { profile: bridge.profile } : {};
  return { from: bridge.from, to: bridge.to, model: bridge.model, address: { model, stream: isStreamed }, ...profile };
}

/**
 * The losses that the gateway has reported of one direction. Within one dialect, they do not tell which one it was, and while the
 * exchange is running, there are none yet: then those of translating again.
 */
function lossesBetween({ exchange: { losses, isRunning } }: OpenedExchange, from: string, to: string) {
  return from === to || isRunning ? {} : { losses: losses.filter((loss) => loss.from === from && loss.to === to) };
}

function alone(kept: OpenedExchange, role: BodyRole, side: "left" | "right"): RowContent[] {
  if (!kept.has(role)) return [];
  const value = kept.value(role);
  if (value === undefined && kept.exchange.isRunning) return [];
  return rowsAlone(value ?? kept.text(role), side);
}
