import { useEffect, useState } from "preact/hooks";
import { callCore } from "../../core-worker/client.ts";
import type { SaidPart } from "../../core-worker/exchange/views.ts";

interface Props {
  readonly id: string;
  readonly side: "providerResponse" | "clientResponse";
  /** The page has one of these for every stream, so their names have to differ. */
  readonly label: string;
  /** How many frames had arrived. */
  readonly count: number;
}

/** Whoever drags the scrubber wants what is said where it stops. */
const DELAY_MS = 40;

/** The text and the arguments that a stream had brought at the time that is looked at. */
export function Said({ id, side, label, count }: Props) {
  const [parts, setParts] = useState<readonly SaidPart[]>([]);
  useEffect(() => {
    let isCurrent = true;
    const read = async () => {
      const said = await callCore("readSaid", { id, role: side, count });
      if (isCurrent) setParts(said);
    };
    const timer = setTimeout(() => void read(), DELAY_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [id, side, count]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by the keyboard, https://dequeuniversity.com/rules/axe/4.11/scrollable-region-focusable
    <section class="said" aria-label={label} tabIndex={0}>
      {parts.length === 0 ? <p class="muted">Neither text nor a call until then.</p> : null}
      {parts.map((part, index) => (
        <p key={index}>
          <b>{part.label}</b> {part.text}
        </p>
      ))}
    </section>
  );
}
