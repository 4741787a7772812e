import { effect, signal } from "@preact/signals";
import { navigate, route } from "../state/route.ts";

/** The exchange that waits for another one to be compared with. */
export const comparedId = signal<string | undefined>(undefined);

/** Remembers an exchange: the next one that is opened is compared with it. */
export function compareWith(id: string): void {
  comparedId.value = comparedId.value === id ? undefined : id;
}

effect(() => {
  const { value } = route;
  const first = comparedId.value;
  if (first === undefined || value.view !== "exchange" || value.id === first) return;
  comparedId.value = undefined;
  navigate({ view: "compare", ids: [first, value.id] });
});
