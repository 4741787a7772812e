import type { Theme } from "../state/theme.ts";

/** A circle: empty for light, full for dark, half full for what the system says. */
export function ThemeIcon({ theme }: { readonly theme: Theme }) {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      <circle
        cx="7"
        cy="7"
        r="6"
        fill={theme === "dark" ? "currentColor" : "none"}
        stroke="currentColor"
        stroke-width="1.5"
      />
      {theme === "system" ? <path d="M7 1a6 6 0 0 1 0 12z" fill="currentColor" /> : null}
    </svg>
  );
}
