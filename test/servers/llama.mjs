import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { pythonWith } from "./python.mjs";

const here = dirname(fileURLToPath(import.meta.url));

/** llama.cpp's server with a model that is made on the spot. Throws where it cannot be installed or started. */
export async function startLlama() {
  const python = pythonWith("requirements.txt");
  const folder = mkdtempSync(join(tmpdir(), "toolglot-servers-"));
  const model = join(folder, "noise.gguf");
  const { status, stderr } = spawnSync(python, [join(here, "model.py"), model], { encoding: "utf8" });
  if (status !== 0) throw new Error(`no model: ${stderr}`);
  // It would have a debugger print where it stands when it fails.
  const env = { ...process.env, GGML_NO_BACKTRACE: "1" };
  const child = spawn(python, [join(here, "serve.py"), model], { env, stdio: ["pipe", "pipe", "pipe"] });
  let said = "";
  child.stderr.on("data", (text) => (said = (said + text).slice(-2000)));
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`llama.cpp's server ended (${code}): ${said}`);
  });
  ended.catch(() => {});
  const [address] = await Promise.race([once(child.stdout.setEncoding("utf8"), "data"), ended]);
  const stop = async () => {
    child.kill();
    await ended.catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: address.trim(), stop, ended };
}
