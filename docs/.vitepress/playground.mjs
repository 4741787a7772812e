// Writes the playground into the site, as one file: docs/public/playground/index.html.
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildPage } from "../../packages/inspector/build.mjs";

const folder = fileURLToPath(new URL("../public/playground/", import.meta.url));
const { "playground.html": page } = await buildPage();
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}index.html`, page);
