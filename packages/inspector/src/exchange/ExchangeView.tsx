import type { ExchangeDetail } from "@toolglot/gateway";
import { type ExchangeTab, hrefOf } from "../state/route.ts";
import { exchangeNamed } from "../state/traffic.ts";
import { modelText } from "../traffic/target.ts";
import { ProblemNotice } from "../ui/ProblemNotice.tsx";
import { AttemptsTab } from "./attempts/AttemptsTab.tsx";
import { CacheTab } from "./cache/CacheTab.tsx";
import { ExchangeHeader } from "./ExchangeHeader.tsx";
import { ExchangeTabs } from "./ExchangeTabs.tsx";
import { bodiesOf, whyNotKept } from "./load.ts";
import { MessagesTab } from "./messages/MessagesTab.tsx";
import { RawTab } from "./raw/RawTab.tsx";
import { StreamTab } from "./stream/StreamTab.tsx";
import { ToolsTab } from "./tools/ToolsTab.tsx";
import { useExchange } from "./use-exchange.ts";

/** One exchange: its figures, and its tabs. */
export function ExchangeView({ id, tab }: { readonly id: string; readonly tab: ExchangeTab }) {
  const { detail, problem, retry } = useExchange(id);
  return (
    <article class="exchange">
      <a class="back" href={hrefOf({ view: "traffic" })}>
        ← Traffic
      </a>
      {detail === undefined ? <Missing id={id} problem={problem} onRetry={retry} /> : null}
      {detail === undefined ? null : (
        <>
          <ExchangeHeader detail={detail} />
          <ExchangeTabs detail={detail} current={tab} />
          <section class={`tab-content tab-${tab}`} aria-label={tab}>
            <Tab detail={detail} tab={tab} />
          </section>
        </>
      )}
    </article>
  );
}

interface MissingProps {
  readonly id: string;
  readonly problem: string | undefined;
  readonly onRetry: () => void;
}

/** What is said until an exchange is there, or where it is gone. */
function Missing({ id, problem, onRetry }: MissingProps) {
  const known = exchangeNamed(id);
  return (
    <>
      <div class="exchange-header">
        <h1>{known === undefined ? "Exchange" : modelText(known)}</h1>
      </div>
      {problem === undefined ? (
        <p class="hint hint-late">Reading the exchange: large bodies are searched for secrets before they are shown…</p>
      ) : (
        <ProblemNotice message={problem} onRetry={onRetry} />
      )}
    </>
  );
}

/** What is made of bodies alone. */
const OF_BODIES: ReadonlySet<ExchangeTab> = new Set(["tools", "stream", "cache"]);

function Tab({ detail, tab }: { readonly detail: ExchangeDetail; readonly tab: ExchangeTab }) {
  const reason = OF_BODIES.has(tab) && !bodiesOf(detail).some(({ isKept }) => isKept) ? whyNotKept(detail) : undefined;
  if (reason !== undefined) return <p class="hint">{reason}</p>;
  switch (tab) {
    case "messages":
      return <MessagesTab detail={detail} />;
    case "tools":
      return <ToolsTab detail={detail} />;
    case "stream":
      return <StreamTab detail={detail} />;
    case "attempts":
      return <AttemptsTab detail={detail} />;
    case "cache":
      return <CacheTab detail={detail} />;
    case "raw":
      return <RawTab detail={detail} />;
  }
}
