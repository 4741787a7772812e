import { isProfileName } from "@toolglot/core";
import { type Alignment, alignRequests, alignResponses } from "@toolglot/core/align";
import { keepOpened, type OpenedExchange } from "./opened.ts";
import { rowContent, rowsAlone } from "./rows.ts";
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
    if (aligned !== undefined && aligned.rows.length > 0) return { rows: aligned.rows.map(rowContent) };
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
  const provider = kept.value("providerResponse");
  const client = kept.value("clientResponse");
  const request = kept.value("clientRequest");
  const options = optionsOf(kept);
  if (client === undefined || provider === undefined || options === undefined) return undefined;
  return alignResponses({
    ...options,
    provider,
    client,
    ...(request === undefined ? {} : { request }),
    ...lossesBetween(kept, options.to, options.from),
  });
}

/** The options of the bridge, and what the address of the client's request said. */
function optionsOf({ exchange: { bridge, model, isStreamed } }: OpenedExchange) {
  if (bridge === undefined) return undefined;
  const profile = bridge.profile !== undefined && isProfileName(bridge.profile) ? { profile: bridge.profile } : {};
  return { from: bridge.from, to: bridge.to, model: bridge.model, address: { model, stream: isStreamed }, ...profile };
}

/** The losses that the gateway has reported of one direction. Within one dialect, they do not tell which one it was. */
function lossesBetween({ exchange: { losses } }: OpenedExchange, from: string, to: string) {
  return from === to ? {} : { losses: losses.filter((loss) => loss.from === from && loss.to === to) };
}

function alone(kept: OpenedExchange, role: BodyRole, side: "left" | "right"): RowContent[] {
  if (!kept.has(role)) return [];
  const value = kept.value(role);
  return rowsAlone(value ?? kept.text(role), side);
}
