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
      {prefix.at === prefix.bytes && prefix.isExtended ? null : <FirstDifference prefix={prefix} />}
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

function Strip({ prefix }: { readonly prefix: PrefixContent }) {
  const { at, bytes, previousBytes, isExtended } = prefix;
  const share = bytes === 0 ? 0 : at / bytes;
  const percent = `${Math.round(share * 100)} %`;
  return (
    <>
      <h2>
        {isExtended
          ? `The prompt goes on where the turn before ended: ${percent} of it is the same`
          : `The same up to byte ${formatCount(at)} of the prompt, ${percent} of it; then it differs`}
      </h2>
      <div
        class={`strip ${isExtended ? "" : "strip-broken"}`}
        role="img"
        aria-label={`${percent} of the prompt is the same`}
      >
        <span class="strip-same" style={{ width: `${share * 100}%` }} />
      </div>
      <Sections prefix={prefix} />
      <p class="muted">
        {formatBytes(bytes)} now, {formatBytes(previousBytes)} in the turn before, in the order in which providers read
        a prompt: tools, instructions, messages, wherever these stand in the body. They cache prefixes: what comes after
        the first difference is read anew. Marks such as cache_control are no part of the prompt.
      </p>
    </>
  );
}

function Sections({ prefix: { sections, bytes } }: { readonly prefix: PrefixContent }) {
  return (
    <ul class="strip-sections">
      {sections.map((section) => (
        <li
          key={section.name}
          class="clip"
          title={`${section.name} ${formatBytes(section.bytes)}`}
          style={{ width: `${(100 * section.bytes) / Math.max(1, bytes)}%` }}
        >
          {section.name} {formatBytes(section.bytes)}
        </li>
      ))}
    </ul>
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

function FirstDifference({ prefix: { path, same, now, before, isExtended } }: { readonly prefix: PrefixContent }) {
  return (
    <div class="first-difference">
      <h2>
        {isExtended ? "New from" : "First difference at"} <code>{path}</code>
      </h2>
      <pre>
        <span class="muted">{same}</span>
        <ins>{now === "" ? "the prompt ends here" : now}</ins>
      </pre>
      {isExtended ? null : (
        <>
          <h2>In the turn before</h2>
          <pre>
            <span class="muted">{same}</span>
            <del>{before}</del>
          </pre>
        </>
      )}
    </div>
  );
}
