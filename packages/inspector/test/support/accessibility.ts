import axe from "axe-core";
import type { Page } from "playwright-core";

/** What axe-core finds in a page. It is evaluated by the debugger's protocol, which the page's policy does not concern. */
export async function accessibilityProblems(page: Page): Promise<unknown> {
  if ((await page.evaluate("typeof axe")) === "undefined") await page.evaluate(axe.source);
  return page.evaluate(`axe.run().then(({ violations }) => violations.map(({ id, help, nodes }) =>
    id + ": " + help + " " + nodes.slice(0, 3).map(({ html, failureSummary }) => html.slice(0, 200) + " " + failureSummary).join(" | ")))`);
}
