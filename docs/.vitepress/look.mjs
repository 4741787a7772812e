// Takes pictures of the built site, narrow and wide, light and dark: `node docs/.vitepress/look.mjs FOLDER [PAGE…]`, after `npm run docs`.
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const dist = fileURLToPath(new URL("dist/", import.meta.url));
const [folder = "pictures", ...pages] = process.argv.slice(2);
const ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-zygote", "--disable-dev-shm-usage"];
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json" };

mkdirSync(folder, { recursive: true });
const server = createServer(serveFile).listen(0, "127.0.0.1");
await once(server, "listening");
const origin = `http://127.0.0.1:${server.address().port}`;
const browser = await chromium.launch({ executablePath: await chromiumPath(), args: ARGUMENTS });
const problems = [];
try {
  for (const width of [360, 1280])
    for (const colorScheme of ["light", "dark"])
      for (const page of pages.length === 0 ? ["index"] : pages) await look(page, width, colorScheme);
} finally {
  await browser.close();
  server.close();
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

async function look(name, width, colorScheme) {
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
  const page = await context.newPage();
  page.on("console", (message) => message.type() === "error" && problems.push(`${name}: ${message.text()}`));
  page.on("request", (request) => request.url().startsWith(origin) || problems.push(`${name}: asks ${request.url()}`));
  await page.goto(`${origin}/${name === "index" ? "" : name}`, { waitUntil: "networkidle" });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (overflow > 0) problems.push(`${name}: ${overflow} px too wide at ${width} px`);
  await page.screenshot({ path: join(folder, `${name.replaceAll("/", "-")}-${width}-${colorScheme}.png`) });
  await context.close();
}

function serveFile({ url = "/" }, response) {
  const path = new URL(url, "http://localhost").pathname;
  const page = path === "/" ? "/index" : path;
  const file = extname(page) === "" ? `${page}.html` : page;
  try {
    const body = readFileSync(join(dist, file));
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(body);
  } catch {
    response.writeHead(404).end();
  }
}

// @sparticuz/chromium finds its libraries by this variable. Its own arguments would switch web security off.
async function chromiumPath() {
  if (process.env.CHROMIUM_PATH !== undefined) return process.env.CHROMIUM_PATH;
  process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs20.x";
  return (await import("@sparticuz/chromium")).default.executablePath();
}
