import type { ExchangeDetail, ExchangeSummary } from "@toolglot/gateway";
import { callCore } from "../core-worker/client.ts";
import type { BodyBytes, BodyRole, ExchangeContent } from "../core-worker/exchange/views.ts";
import { source } from "../data/current.ts";
import { formatCount } from "../ui/format.ts";
import { withEarlierTurns } from "./earlier-turns.ts";
import { isStreamType } from "./stream-type.ts";

/** A body of an exchange: its name in the API and what is known of it. */
export interface BodyPlace {
  readonly role: BodyRole;
  readonly name: string;
  readonly bytes: number;
  readonly isKept: boolean;
  readonly isStream: boolean;
  readonly chunks: readonly (readonly [ms: number, offset: number])[];
}

/** The four bodies of an exchange, less those that do not exist. The provider's are those of the last attempt. */
export function bodiesOf({ request, response, attempts }: ExchangeDetail): readonly BodyPlace[] {
  const attempt = attempts.at(-1);
  const found = [
    ["clientRequest", request],
    ["providerRequest", attempt?.request],
    ["providerResponse", attempt?.response],
    ["clientResponse", response],
  ] as const;
  return found.flatMap(([role, info]) => {
    if (info === undefined) return [];
    const { name, bytes, kept, chunks = [], headers } = info;
    return [{ role, name, bytes, isKept: kept, isStream: isStreamType(headers["content-type"]), chunks }];
  });
}

/** Why bodies of an exchange are not there; undefined where all are. */
export function whyNotKept(detail: ExchangeDetail): string | undefined {
  const { bodiesDropped } = detail.summary;
  if (bodiesDropped === "sampled") return busySecondText(detail.summary);
  if (bodiesDropped === "busy")
    return "The bodies were not kept: the gateway was too busy to remove the secrets from them. While this page is open, they are kept.";
  if (bodiesOf(detail).every(({ isKept }) => isKept)) return undefined;
  return "The bodies were not kept: they are larger than the inspector keeps, or the config says inspector.bodies: false.";
}

function busySecondText({ unlisted }: ExchangeSummary): string {
  const others = unlisted === undefined ? "" : ` ${formatCount(unlisted)} requests before it have no row either.`;
  return `Only the row was kept: it is from a busy second, with more requests than are kept whole (inspector.maxPerSecond).${others} While this page is open, all are kept whole.`;
}

/** Hands the bodies of an exchange to the worker and resolves to what the page shows of them. */
export async function loadContent(detail: ExchangeDetail): Promise<ExchangeContent> {
  const { summary, bridge, losses } = detail;
  const kept = bodiesOf(detail).filter(({ isKept }) => isKept);
  const loaded = await Promise.all(
    kept.map(async ({ role, name, isStream }): Promise<[BodyRole, BodyBytes]> => {
      return [role, { bytes: await source.body(summary.id, name), isStream }];
    }),
  );
  const bodies = Object.fromEntries(loaded) as Partial<Record<BodyRole, BodyBytes>>;
  const transfer = loaded.map(([, { bytes }]) => bytes);
  const content = await callCore(
    "openExchange",
    {
      id: summary.id,
      client: summary.client,
      provider: summary.provider,
      bridge,
      model: summary.model,
      isStreamed: summary.stream,
      isRunning: summary.state === "running",
      losses,
      bodies,
    },
    transfer,
  );
  return content.continues === undefined ? content : withEarlierTurns(detail, content, content.continues);
}
