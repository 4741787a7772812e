import type { ComponentType } from "preact";

/** The plots are loaded when there is something to plot. */
export async function loadPlots(): Promise<ComponentType> {
  nameUsableLanguage();
  return (await import("./Plots.tsx")).Plots;
}

/** uPlot makes a number format of the browser's language as it is loaded; Chromium under the POSIX locale names one that none takes. */
function nameUsableLanguage(): void {
  try {
    new Intl.NumberFormat(navigator.language);
  } catch {
    Object.defineProperty(navigator, "language", { value: "en-US", configurable: true });
  }
}
