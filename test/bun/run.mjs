// `toolglot serve` on Bun: `npm run test:bun`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { checkGateway, configText } from "../runtimes/checks.mjs";
import { startUpstream } from "../runtimes/upstream.mjs";

const MAIN = fileURLToPath(new URL("../../packages/cli/dist/main.js", import.meta.url));

const folder = mkdtempSync(join(tmpdir(), "toolglot-bun-"));
const upstream = await startUpstream();
const gateway = await startGateway();
try {
  await checkGateway(gateway.url, upstream);
} finally {
  await gateway.stop();
  upstream.stop();
  rmSync(folder, { recursive: true });
}

async function startGateway() {
  const file = join(folder, "toolglot.json");
  writeFileSync(file, configText(upstream), { mode: 0o600 });
  const child = spawn(bunProgram(), [MAIN, "serve", "--port", "0", "--config", file], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const stop = async () => {
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  for await (const line of createInterface({ input: child.stdout })) {
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (url !== undefined) return { url, stop };
  }
  throw new Error("bun ended before it could serve");
}

// The package `bun` would take it from one of these in a script, which npm may not allow.
function bunProgram() {
  const require = createRequire(import.meta.url);
  const { platform, arch } = process;
  const cpu = arch === "arm64" ? "aarch64" : arch;
  return join(require.resolve(`@oven/bun-${platform}-${cpu}/package.json`), "../bin/bun");
}
