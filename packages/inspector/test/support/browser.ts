import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { ROOT } from "../../../../test/support/source.ts";

/** Its own arguments would switch the web's security off, which these tests are about. */
const ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-zygote", "--disable-dev-shm-usage"];
const INSTALLED = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

async function startBrowser(): Promise<Browser | string> {
  try {
    const executablePath = await chromiumPath();
    return await chromium.launch({ executablePath, args: ARGUMENTS, env: { ...process.env, ...fonts() } });
  } catch (error) {
    const reason = `THE PAGE IS NOT TESTED: no browser can be started (CHROMIUM_PATH names one). ${String(error)}`;
    console.warn(reason);
    return reason;
  }
}

/** `@sparticuz/chromium` has one font, without arrows and without a fixed width; those of the system are used where there are any. */
function fonts(): Record<string, string> {
  return existsSync("/etc/fonts/fonts.conf") ? { FONTCONFIG_PATH: "/etc/fonts" } : {};
}

/** `@sparticuz/chromium` unpacks itself into the temporary folder, and finds its libraries by the name of a runtime. */
async function chromiumPath(): Promise<string> {
  const installed = process.env.CHROMIUM_PATH ?? INSTALLED.find((path) => existsSync(path));
  if (installed !== undefined) return installed;
  const temporary = process.env.TMPDIR;
  const cache = join(ROOT, "node_modules/.cache/chromium");
  mkdirSync(cache, { recursive: true });
  const unlock = await lock(`${cache}.lock`);
  process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs20.x";
  process.env.TMPDIR = cache;
  try {
    return await (await import("@sparticuz/chromium")).default.executablePath();
  } finally {
    unlock();
    if (temporary === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = temporary;
  }
}

/** A file that another process is still writing cannot be started: one unpacks, and the others wait for it. */
async function lock(folder: string): Promise<() => void> {
  for (let waits = 0; !isMade(folder) && waits < LONGEST_WAITS; waits++)
    await new Promise((resolve) => setTimeout(resolve, 100));
  return () => rmSync(folder, { recursive: true, force: true });
}

/** After a minute and a half, whoever has made the folder is gone. */
const LONGEST_WAITS = 900;

function isMade(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** The browser of all tests of this process, or why there is none. */
export const browser: Browser | string = await startBrowser();
