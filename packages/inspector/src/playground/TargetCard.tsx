import type { TargetDialect, TranslatedInput } from "../core-worker/playground/views.ts";
import { CopyButton } from "../ui/CopyButton.tsx";
import { PlaygroundRow } from "./PlaygroundRow.tsx";
import { translations } from "./state.ts";

interface Props {
  readonly target: TargetDialect;
  readonly from: string;
  readonly view: "rows" | "text";
}

/** The input in one dialect: what it became, and what that cost. */
export function TargetCard({ target, from, view }: Props) {
  const translated = translations.value.get(target.id);
  return (
    <article class="target-card" aria-label={target.title}>
      <header class="target-head">
        <h2>
          {target.title} <span class="muted">· {target.id}</span>
        </h2>
        <span class="spring" />
        {translated === undefined || "problem" in translated ? null : <Counts translated={translated} />}
      </header>
      <Translation target={target} from={from} view={view} />
    </article>
  );
}

function Translation({ target, from, view }: Props) {
  const translated = translations.value.get(target.id);
  if (translated === undefined) return <p class="hint">Translating…</p>;
  if ("problem" in translated) return <p class="hint lost">{translated.problem}</p>;
  if (view === "rows") return <Rows translated={translated} from={from} to={target.id} />;
  const label = `Translation to ${target.title}`;
  return <textarea class="target-text" readOnly spellcheck={false} aria-label={label} value={translated.text} />;
}

function Counts({ translated }: { readonly translated: TranslatedInput }) {
  const { losses, changes, text } = translated;
  return (
    <>
      <span class={losses.counted === 0 ? "muted" : "lost"}>
        {losses.counted === 0 ? "nothing lost" : `${losses.counted} lost`}
      </span>
      {losses.metadata === 0 ? null : <span class="muted">{losses.metadata} metadata</span>}
      {changes === 0 ? null : <span class="changed">{changes} changed</span>}
      <CopyButton text={text} class="chip">
        copy
      </CopyButton>
    </>
  );
}

function Rows({
  translated,
  from,
  to,
}: {
  readonly translated: TranslatedInput;
  readonly from: string;
  readonly to: string;
}) {
  const { rows, total } = translated;
  return (
    <ol class="target-rows" aria-label={`${from} and ${to}, row by row`}>
      {rows.map((row, index) => (
        <li key={index}>
          <PlaygroundRow row={row} />
        </li>
      ))}
      {rows.length < total ? <li class="hint">and {total - rows.length} more rows</li> : null}
    </ol>
  );
}
