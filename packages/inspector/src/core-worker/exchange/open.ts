import { jsonOf, keepOpened, type OpenedExchange } from "./opened.ts";
import { rowsAlone } from "./rows.ts";
import type { BodyRole, ExchangeBodies, ExchangeContent, PaneContent } from "./views.ts";

/** Reads the bodies of an exchange and aligns them. */
export function openExchange(exchange: ExchangeBodies): ExchangeContent {
  const kept = keepOpened(exchange);
  return {
    request: paneAlone(kept, "clientRequest", "providerRequest"),
    response: paneAlone(kept, "providerResponse", "clientResponse"),
  };
}

function paneAlone(kept: OpenedExchange, left: BodyRole, right: BodyRole): PaneContent {
  const rows = [...alone(kept, left, "left"), ...alone(kept, right, "right")];
  return { rows };
}

function alone(kept: OpenedExchange, role: BodyRole, side: "left" | "right") {
  if (kept.exchange.bodies[role] === undefined) return [];
  const value = jsonOf(kept, role);
  return value === undefined ? [] : rowsAlone(value, side);
}
