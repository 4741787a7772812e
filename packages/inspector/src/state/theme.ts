import { effect, signal } from "@preact/signals";

/** The colours that the reader has chosen; `system` follows the operating system. */
export type Theme = "system" | "light" | "dark";

const STORED = "toolglot-theme";
const THEMES: readonly Theme[] = ["system", "light", "dark"];

export const theme = signal<Theme>(THEMES.find((name) => name === storedTheme()) ?? "system");

effect(() => {
  document.documentElement.dataset.theme = theme.value;
  try {
    localStorage.setItem(STORED, theme.value);
  } catch {
    // A page of a file may have no storage; the choice then lasts as long as the page.
  }
});

/** Goes on to the next of the themes. */
export function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? "system";
}

function storedTheme(): string | null {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}
