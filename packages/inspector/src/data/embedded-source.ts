import type { ExchangeDetail, ExportedExchange } from "@toolglot/gateway";
import { type ExchangeSource, SourceError } from "./source.ts";

/** The exchanges that an exported page has as its data; undefined in a page that a gateway serves. */
export function embeddedSource(): ExchangeSource | undefined {
  const data = document.getElementById("exchanges")?.textContent;
  return data == null ? undefined : sourceOf(JSON.parse(data) as readonly ExportedExchange[]);
}

function sourceOf(exported: readonly ExportedExchange[]): ExchangeSource {
  const byId = new Map(exported.map((exchange) => [exchange.detail.summary.id, exchange]));
  const find = (id: string): ExportedExchange => {
    const found = byId.get(id);
    if (found === undefined) throw new SourceError("This file does not have that exchange", 404);
    return found;
  };
  return {
    isLive: false,
    list: async () => ({ exchanges: exported.map(({ detail }) => detail.summary), more: false }),
    detail: async (id): Promise<ExchangeDetail> => find(id).detail,
    body: async (id, name) => bytesOf(find(id).bodies[name]),
    start: needsGateway,
    models: needsGateway,
    replay: needsGateway,
    importLines: needsGateway,
    forgetAll: needsGateway,
  };
}

function bytesOf(body: ExportedExchange["bodies"][string] | undefined): ArrayBuffer {
  if (body === undefined) throw new SourceError("This body was not exported", 404);
  const bytes =
    typeof body === "string"
      ? new TextEncoder().encode(body)
      : Uint8Array.from(atob(body.base64), (character) => character.charCodeAt(0));
  return bytes.buffer;
}

async function needsGateway(): Promise<never> {
  throw new SourceError("This page was exported to a file, which has no gateway behind it");
}
