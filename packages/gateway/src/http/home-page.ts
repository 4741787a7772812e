import type { Config } from "../config/config.ts";
import { VERSION } from "../version.ts";
import { listModels } from "./models.ts";

/** The page at the gateway's address. */
export function homePage(config: Config): string {
  const models = listModels(config).map(({ id }) => `<li><code>${escaped(id)}</code></li>`);
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Toolglot</title>
<h1>Toolglot ${VERSION}</h1>
<p>This gateway lets any client use any provider's models. Point your client at this address.</p>
<ul>${models.join("")}</ul>
<p><a href="/healthz">health</a> · <a href="/readyz">readiness</a> · <a href="/metrics">metrics</a></p>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
