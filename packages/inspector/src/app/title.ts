import { effect } from "@preact/signals";
import { route } from "../state/route.ts";
import { exchangeNamed } from "../state/traffic.ts";

/** Keeps the name of the browser's tab in step with what it shows. */
export function nameTheTab(): void {
  effect(() => {
    document.title = `${titleOf()} · Toolglot`;
  });
}

function titleOf(): string {
  const { value } = route;
  if (value.view !== "exchange") return value.view[0]?.toUpperCase() + value.view.slice(1);
  return exchangeNamed(value.id)?.model ?? "Exchange";
}
