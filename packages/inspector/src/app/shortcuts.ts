import { selectedRow, selectNextDifference } from "../exchange/selection.ts";
import { clearFilter, isFiltered } from "../state/filter.ts";
import { EXCHANGE_TABS, navigate, route } from "../state/route.ts";
import { cursor, moveCursor } from "../state/sessions.ts";
import { togglePause } from "../state/traffic.ts";
import { isHelpOpen } from "./help-state.ts";

let isMoving = false;

/** Listens for the keys that `Help` lists. */
export function listenForShortcuts(): void {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isDialogOpen()) return;
    const isTyping = event.target instanceof Element && event.target.matches("input, textarea, select");
    if (isTyping && event.key !== "Escape") return;
    if (run(event.key, event.target)) event.preventDefault();
  });
}

/** A dialog has its own keys. */
function isDialogOpen(): boolean {
  return document.querySelector("dialog[open]") !== null;
}

/** Whether the key meant something. */
function run(key: string, target: EventTarget | null): boolean {
  const isInTraffic = route.value.view === "traffic" || route.value.view === "exchange";
  if (key === "?") isHelpOpen.value = true;
  else if (key === "Escape") leave(target);
  else if (!isInTraffic) return false;
  else if (key === "j" || key === "k") move(key === "j" ? 1 : -1);
  else if (key in ARROWS) return moveFocus(key, target);
  else if (key === "Enter") return (isMoving || !isControl(target)) && openCursor();
  else if (key === "/") document.getElementById("filter")?.focus();
  else if (key === "p") togglePause();
  else if (key === "n" || key === "N") selectNextDifference(key === "n" ? 1 : -1);
  else return openTab(Number(key));
  return true;
}

/** Where an exchange is open, the next one is opened at once. */
function move(steps: number): void {
  const id = moveCursor(steps);
  if (id === undefined) return;
  if (route.value.view === "exchange") navigate({ ...route.value, id });
  else focusTurn(id);
}

/** By how many turns the keys lead on from one that has the focus. */
const ARROWS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** The focus goes from turn to turn, and opens none. */
function moveFocus(key: string, target: EventTarget | null): boolean {
  if (!(target instanceof Element && target.matches("[data-id]"))) return false;
  const id = moveCursor(ARROWS[key] ?? 0);
  if (id !== undefined) focusTurn(id);
  return true;
}

/** The row may not be drawn yet. Until it has the focus, Enter is meant for the cursor and not for what still has it. */
function focusTurn(id: string): void {
  isMoving = true;
  requestAnimationFrame(() => {
    isMoving = false;
    document.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus();
  });
}

/** Whether an element does something by itself when Enter is pressed. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("a, button, summary");
}

function openCursor(): boolean {
  if (cursor.value === undefined) return false;
  navigate({ view: "exchange", id: cursor.value, tab: "messages" });
  return true;
}

function openTab(number: number): boolean {
  const tab = EXCHANGE_TABS[number - 1];
  if (route.value.view !== "exchange" || tab === undefined) return false;
  navigate({ ...route.value, tab });
  return true;
}

/** Leaves what is innermost: a field, a chosen row, the exchange, the filter. */
function leave(target: EventTarget | null): void {
  if (target instanceof HTMLElement && target.matches("input, textarea, select")) target.blur();
  else if (selectedRow.value !== undefined) selectedRow.value = undefined;
  else if (route.value.view !== "traffic") navigate({ view: "traffic" });
  else if (isFiltered.value) clearFilter();
}
