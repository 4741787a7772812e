import { useEffect, useState } from "preact/hooks";

interface Props {
  /** The text, or how to get it. */
  readonly text: string | (() => Promise<string>);
  readonly children: string;
  readonly class?: string;
}

/** Copies a text and says so for a moment. */
export function CopyButton({ text, children, class: name = "button" }: Props) {
  const [outcome, setOutcome] = useState<"copied" | "not copied">();
  useEffect(() => {
    if (outcome === undefined) return;
    const timer = setTimeout(() => setOutcome(undefined), 1500);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === "string" ? text : await text());
      setOutcome("copied");
    } catch {
      setOutcome("not copied");
    }
  };
  return (
    <button type="button" class={name} onClick={() => void copy()}>
      <span aria-live="polite">{outcome ?? children}</span>
    </button>
  );
}
