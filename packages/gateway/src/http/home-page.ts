import type { ListedModel } from "../bindings/binding.ts";
import { VERSION } from "../version.ts";

/** The page at the gateway's address, up to its list of models, which providers may take a while for. */
export const HOME_PAGE: string = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Toolglot</title>
<h1>Toolglot ${VERSION}</h1>
<p>This gateway lets any client use any provider's models. Point your client at this address.</p>
<p><a href="/healthz">health</a> · <a href="/readyz">readiness</a> · <a href="/metrics">metrics</a></p>
`;

/** The rest of that page. */
export function modelsOnHomePage(models: readonly ListedModel[]): string {
  const items = models.map(({ id }) => `<li><code>${escaped(id)}</code></li>`);
  return `<ul>${items.join("")}</ul>\n</html>\n`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
