import { useEffect, useRef } from "preact/hooks";
import { isHelpOpen } from "./help-state.ts";

const KEYS: readonly (readonly [keys: string, meaning: string])[] = [
  ["j / k", "next, previous exchange"],
  ["↓ / ↑ / Home / End", "in the list: next, previous, first, last exchange"],
  ["Enter", "open the exchange"],
  ["Esc", "close: the value, the exchange, the filter"],
  ["/", "filter the traffic"],
  ["p", "pause or resume the list"],
  ["1 … 6", "tabs of the exchange"],
  ["n / N", "next, previous row that was changed or lost"],
  ["?", "this list"],
];

/** The keys that work everywhere. */
export function Help() {
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = isHelpOpen.value;
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="help-title" onClose={() => (isHelpOpen.value = false)}>
      <h2 id="help-title">Keyboard</h2>
      <dl class="keys">
        {KEYS.map(([keys, meaning]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <button type="button" class="button" onClick={() => (isHelpOpen.value = false)}>
        Close
      </button>
    </dialog>
  );
}
