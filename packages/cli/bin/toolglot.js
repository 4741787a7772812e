#!/usr/bin/env node
// The installed command. It is not the compiled file itself, because npm links only to a file that exists at `npm ci`, which in a
// clone comes before the first build.
import { existsSync } from "node:fs";

const main = new URL("../dist/main.js", import.meta.url);
if (existsSync(main)) await import(main.href);
else {
  process.stderr.write("error: toolglot is not compiled yet; run: npm run build\n");
  process.exitCode = 1;
}
