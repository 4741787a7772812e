import type { ComponentChildren } from "preact";

interface Props {
  readonly isOn: boolean;
  readonly onClick: () => void;
  readonly title?: string;
  readonly children: ComponentChildren;
}

/** A small button that is on or off. */
export function Chip({ isOn, onClick, title, children }: Props) {
  return (
    <button type="button" class="chip" aria-pressed={isOn} onClick={onClick} title={title}>
      {children}
    </button>
  );
}
