import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { EXTENT, someOf } from "../../../test/support/extent.ts";
import { ROOT } from "../../../test/support/source.ts";
import { accessibilityProblems } from "./support/accessibility.ts";
import { inBrowser, openPage, startFakeGateway } from "./support/page.ts";
import { sampleExchange, sampleTraffic } from "./support/samples.ts";

/** What is looked at: its name, its address, and what to wait for. */
const VIEWS: readonly (readonly [name: string, hash: string, sign: string])[] = [
  ["traffic", "#/", ".totals, .turn-row"],
  ["messages", "#/exchange/req-2000", ".row"],
  ["row", "#/exchange/req-2000", ".row"],
  ["tools", "#/exchange/req-2000/tools", ".tab-content > *"],
  ["stream", "#/exchange/req-2000/stream", ".tab-content > *"],
  ["attempts", "#/exchange/req-2000/attempts", ".waterfall"],
  ["cache", "#/exchange/req-2000/cache", ".tab-content > *"],
  ["raw", "#/exchange/req-2000/raw", ".body-text .line"],
  ["compare", "#/compare/req-2000/req-57", "main"],
  ["start", "#/start", ".card"],
  ["playground", "#/playground", "main"],
];

/** What axe looks at: in the quick run every third view. */
const AUDITED = new Set(someOf(VIEWS, 3).map(([name]) => name));

const SIZES = [
  ["phone", { width: 360, height: 740 }],
  ["laptop", { width: 1280, height: 800 }],
  ["wide", { width: 2560, height: 1440 }],
] as const;

const SCREENSHOTS = join(ROOT, "packages/inspector/screenshots");

mkdirSync(SCREENSHOTS, { recursive: true });

interface Screen {
  readonly size: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly colorScheme: "light" | "dark";
}

/** The quick run looks at a laptop in dark colours. */
const SCREENS: readonly Screen[] = (["light", "dark"] as const)
  .flatMap((colorScheme) => SIZES.map(([size, viewport]) => ({ size, viewport, colorScheme })))
  .filter(({ size, colorScheme }) => EXTENT !== "quick" || (size === "laptop" && colorScheme === "dark"));

describe("every view", () => {
  for (const { size, viewport, colorScheme } of SCREENS) {
    // Colours do not depend on the size, and what is on the page not on the colours.
    const isAudited = size === "laptop" || (size === "phone" && colorScheme === "light");
    inBrowser(
      `fits a ${size} screen in ${colorScheme} colours${isAudited ? ", and axe finds nothing" : ""}`,
      async () => {
        const gateway = (await startFakeGateway()).add(
          ...sampleTraffic(60),
          sampleExchange({ seq: 2000, previous: "req-1" }),
        );
        const { page } = await openPage({ gateway, viewport, colorScheme, reducedMotion: "reduce" });
        for (const [name, hash, sign] of VIEWS) {
          await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
          await page.locator(sign).first().waitFor();
          if (name === "row") await page.locator(".row-lost, .row-changed").first().click();
          await page.waitForTimeout(150);
          await page.screenshot({ path: join(SCREENSHOTS, `${name}-${size}-${colorScheme}.png`) });
          expect
            .soft(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), name)
            .toBeLessThanOrEqual(0);
          if (isAudited && AUDITED.has(name)) expect.soft(await accessibilityProblems(page), name).toEqual([]);
          await page.keyboard.press("Escape");
        }
      },
    );
  }
});

/** The quick run looks at the first one. */
const PLAYGROUND_SCREENS = [
  ["phone", { width: 360, height: 740 }, "light"],
  ["dark", { width: 1280, height: 800 }, "dark"],
] as const;

describe("the playground", () => {
  inBrowser("fits a phone, and axe finds nothing in it", async () => {
    for (const [name, viewport, colorScheme] of someOf(PLAYGROUND_SCREENS, PLAYGROUND_SCREENS.length)) {
      const { page } = await openPage({ hash: "#/playground", viewport, colorScheme, reducedMotion: "reduce" });
      await page.getByLabel("Example", { exact: true }).selectOption("Request of an agent");
      await page.locator(".row-lost").first().click();
      await page.locator(".row-reasons").first().waitFor();
      await page.screenshot({ path: join(SCREENSHOTS, `playground-${name}.png`) });
      expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByRole("button", { name: "translation" }).click();
      expect(await accessibilityProblems(page)).toEqual([]);
    }
  });
});
