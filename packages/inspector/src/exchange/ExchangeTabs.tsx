import type { ExchangeDetail } from "@toolglot/gateway";
import { useEffect, useRef } from "preact/hooks";
import { EXCHANGE_TABS, type ExchangeTab, hrefOf } from "../state/route.ts";
import { toolCount } from "./selection.ts";

/** The tabs, each a link, with a number where there is something to count. */
export function ExchangeTabs({ detail, current }: { readonly detail: ExchangeDetail; readonly current: ExchangeTab }) {
  const { id, tools, attempts } = detail.summary;
  const place = useRef<HTMLElement>(null);
  // On a phone, the last tabs are out of sight.
  useEffect(() => place.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" }), [current]);
  const counts: Partial<Record<ExchangeTab, number>> = { tools: toolCount.value || tools, attempts };
  return (
    <nav ref={place} class="tabs" aria-label="Exchange">
      {EXCHANGE_TABS.map((tab) => (
        <a
          key={tab}
          class="tab"
          href={hrefOf({ view: "exchange", id, tab })}
          aria-current={tab === current ? "page" : undefined}
        >
          {tab[0]?.toUpperCase()}
          {tab.slice(1)}
          {counts[tab] === undefined ? null : <span class="tab-count"> {counts[tab]}</span>}
        </a>
      ))}
    </nav>
  );
}
