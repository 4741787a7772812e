import { useEffect, useRef } from "preact/hooks";

interface Props {
  readonly label: string;
  readonly children: readonly (readonly [name: string, run: () => void])[];
}

/** A button that opens a list of commands. */
export function Menu({ label, children }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = ({ target }: Event) => {
      if (target instanceof Node && !details.current?.contains(target)) details.current?.removeAttribute("open");
    };
    addEventListener("pointerdown", close);
    addEventListener("focusin", close);
    return () => {
      removeEventListener("pointerdown", close);
      removeEventListener("focusin", close);
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !details.current?.open) return;
    // It is the menu that is left, and not what is around it.
    event.stopPropagation();
    details.current.removeAttribute("open");
    details.current.querySelector("summary")?.focus();
  };
  return (
    <details class="menu" ref={details} onKeyDown={onKeyDown}>
      <summary class="button menu-button">{label}</summary>
      <div class="menu-items">
        {children.map(([name, run]) => (
          <button
            key={name}
            type="button"
            onClick={() => {
              details.current?.removeAttribute("open");
              run();
            }}
          >
            {name}
          </button>
        ))}
      </div>
    </details>
  );
}
