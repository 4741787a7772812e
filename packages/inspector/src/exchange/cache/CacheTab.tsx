import type { ExchangeDetail } from "@toolglot/gateway";
import { callCore } from "../../core-worker/client.ts";
import type { PrefixContent } from "../../core-worker/exchange/views.ts";
import { source } from "../../data/current.ts";
import { hrefOf } from "../../state/route.ts";
import { formatBytes, formatCount } from "../../ui/format.ts";
import { useCore } from "../use-core.ts";
import { Waiting } from "../Waiting.tsx";

/** How much of this turn's request a provider's cache can know from the turn before it. */
export function CacheTab({ detail }: { readonly detail: ExchangeDetail }) {
  const { previous, summary } = detail;
  const prefix = useCore(() => prefixOf(summary.id, previous), [summary.id, previous]);
  if (previous === undefined)
    return (
      <p class="hint">
        This is the first turn of its session that the gateway knows: there is nothing to compare its request with.
      </p>
    );
  if (prefix === undefined || prefix instanceof Error) return <Waiting problem={prefix} />;
  return (
    <div class="cache">
      <Strip prefix={prefix} />
      <Usage detail={detail} />
      {prefix.at === prefix.bytes ? null : <FirstDifference prefix={prefix} />}
      <p>
        <a href={hrefOf({ view: "exchange", id: previous, tab: "messages" })}>The turn before</a>
        {" · "}
        <a href={hrefOf({ view: "compare", ids: [previous, summary.id] })}>Compare both</a>
      </p>
    </div>
  );
}

async function prefixOf(id: string, previous: string | undefined): Promise<PrefixContent> {
  const before = previous === undefined ? undefined : await source.detail(previous);
  const request = before?.attempts.at(-1)?.request;
  if (previous === undefined || request === undefined || !request.kept)
    throw new Error("The request of the turn before was not kept");
  const bytes = await source.body(previous, request.name);
  return callCore("comparePrefix", { id, previous: bytes }, [bytes]);
}

function Strip({ prefix: { at, bytes, previousBytes } }: { readonly prefix: PrefixContent }) {
  const share = bytes === 0 ? 0 : at / bytes;
  return (
    <>
      <h2>
        The same up to byte {formatCount(at)}: {Math.round(share * 100)} % of this request
      </h2>
      <div class="strip" role="img" aria-label={`${Math.round(share * 100)} % the same`}>
        <span class="strip-same" style={{ width: `${share * 100}%` }} />
      </div>
      <p class="muted">
        {formatBytes(bytes)} now, {formatBytes(previousBytes)} in the turn before. Providers cache prefixes: what comes
        after the first difference is read anew. They put tools and instructions before the messages, wherever these
        stand in the body.
      </p>
    </>
  );
}

function Usage({ detail: { summary } }: { readonly detail: ExchangeDetail }) {
  const { input, cacheRead = 0, cacheWrite = 0 } = summary.usage ?? {};
  if (input === undefined) return null;
  return (
    <p>
      The provider counted {formatCount(input)} input tokens: {formatCount(cacheRead)} from its cache,{" "}
      {formatCount(cacheWrite)} written to it.
    </p>
  );
}

function FirstDifference({ prefix: { path, same, now, before } }: { readonly prefix: PrefixContent }) {
  return (
    <div class="first-difference">
      <h2>
        First difference at <code>{path}</code>
      </h2>
      <pre>
        <span class="muted">…{same}</span>
        <ins>{now}</ins>
      </pre>
      <h2>In the turn before</h2>
      <pre>
        <span class="muted">…{same}</span>
        <del>{before}</del>
      </pre>
    </div>
  );
}
