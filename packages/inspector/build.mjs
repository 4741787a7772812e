// Builds the page into dist/assets: `node packages/inspector/build.mjs`. The worker has the core, which it takes from the sources, so
// that the page never shows an older one than the tests ran with.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

const folder = fileURLToPath(new URL(".", import.meta.url));
const core = fileURLToPath(new URL("../core/src/", import.meta.url));

/** The files of the page by their names. */
export async function buildPage() {
  const style = minifiedStyle(`${folder}src/style/index.css`);
  // A page of a file can start no worker that is a module.
  const worker = await bundle("src/core-worker/main.ts", { format: "iife" });
  const page = await bundle("src/main.tsx");
  const single = await bundle("src/main.tsx", { codeSplitting: false });
  return {
    ...Object.fromEntries([...page, ...worker].map(({ fileName, code }) => [fileName, code])),
    "inspector.css": style,
    "index.html": served(),
    "standalone.html": standalone({ style, script: single[0].code, worker: worker[0].code }),
    "playground.html": standalone({
      style,
      script: single[0].code,
      worker: worker[0].code,
      data: '<script type="application/json" id="playground-input">null</script>',
    }),
  };
}

async function bundle(entry, options = {}) {
  const name = entry.includes("worker") ? "core-worker" : "inspector";
  const built = await rolldown({
    input: { [name]: folder + entry },
    platform: "browser",
    tsconfig: false,
    onLog: refuseUnresolved,
    transform: { jsx: { runtime: "automatic", importSource: "preact" }, target: "es2022" },
    resolve: {
      alias: {
        "@toolglot/core/align": `${core}align/index.ts`,
        "@toolglot/core/explain": `${core}explain.ts`,
        "@toolglot/core": `${core}index.ts`,
      },
    },
  });
  const { output } = await built.generate({
    minify: true,
    entryFileNames: "[name].js",
    chunkFileNames: ({ name }) => `${name.toLowerCase()}.js`,
    ...options,
  });
  return output;
}

/** A browser can load nothing that is left out of the bundle. */
function refuseUnresolved(level, log, handle) {
  if (log.code === "UNRESOLVED_IMPORT") throw new Error(log.message);
  handle(level, log);
}

/** One style sheet of all that it imports, without comments and most white space. */
function minifiedStyle(file) {
  const folderOfFile = file.slice(0, file.lastIndexOf("/") + 1);
  return readFileSync(file, "utf8")
    .replaceAll(/@import "([^"]+)";/g, (_, path) => minifiedStyle(styleNamed(path, folderOfFile)))
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ?([{};,]) ?/g, "$1")
    .replaceAll(";}", "}")
    .trim();
}

/** A style sheet of ours stands in the same folder; one of a library is named after it. */
function styleNamed(path, folderOfFile) {
  return path.includes("/") ? createRequire(import.meta.url).resolve(path) : folderOfFile + path;
}

function served() {
  return html({
    policy: "",
    style: '<link rel="stylesheet" href="/_inspector/assets/inspector.css">',
    scripts: '<script type="module" src="/_inspector/assets/inspector.js"></script>',
  });
}

/** The page as one file. The worker is text there, because a page of a file cannot load another file. */
function standalone({ style, script, worker, data = "" }) {
  const safe = inScript(script);
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(safe)}'`,
    `style-src '${hashOf(style)}'`,
    "worker-src blob:",
    "img-src data: blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return html({
    policy: `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    style: `<style>${style}</style>`,
    scripts:
      `<script type="application/json" id="exchanges">[]</script>${data}` +
      `<script type="text/plain" id="core-worker">${inScript(worker)}</script>` +
      `<script type="module">${safe}</script>`,
  });
}

function html({ policy, style, scripts }) {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">${policy}
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>Toolglot</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%232f6feb'/%3E%3Cpath d='M4 5h8M8 5v7' stroke='white' stroke-width='2'/%3E%3C/svg%3E">
${style}</head><body><div id="app"></div>${scripts}</body></html>
`;
}

/** `</script` and `<!--` inside of strings, regular expressions and templates of a script mean the same with an escaped slash or mark. */
function inScript(code) {
  return code.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
}

function hashOf(text) {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const assets = `${folder}dist/assets/`;
  rmSync(assets, { recursive: true, force: true });
  mkdirSync(assets, { recursive: true });
  for (const [name, content] of Object.entries(await buildPage())) writeFileSync(assets + name, content);
}
