// Tries what docs/deploy describes: `npm run test:deploy`. Builds the image where Docker runs, and runs the Dockerfile's steps in a folder
// otherwise; checks compose.yaml and the manifests of Kubernetes against their published schemas.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { copyContext, readDockerfile, runStages } from "./dockerfile.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const here = fileURLToPath(new URL(".", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "toolglot-deploy-"));
/** Nobody, on most systems. */
const UNPRIVILEGED = 65534;

try {
  checkSchemas();
  if (spawnSync("docker", ["info"]).status === 0) buildImage();
  else await runSteps();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function checkSchemas() {
  const bin = join(here, ".venv/bin");
  if (!existsSync(join(bin, "check-jsonschema"))) {
    execFileSync("python3", ["-m", "venv", join(here, ".venv")]);
    execFileSync(join(bin, "pip"), ["install", "-q", "-r", join(here, "requirements.txt")], { stdio: "inherit" });
  }
  const compose = ["--builtin-schema", "vendor.compose-spec", join(root, "compose.yaml")];
  execFileSync(join(bin, "check-jsonschema"), compose, { stdio: "inherit" });
  console.log("ok - compose.yaml by the schema of the Compose specification");
  const manifests = join(root, "deploy/kubernetes");
  const files = readdirSync(manifests).filter((file) => file !== "kustomization.yaml");
  for (const version of ["1.30", "1.37"])
    execFileSync(join(bin, "kubernetes-validate"), ["-k", version, "--strict", ...files], {
      cwd: manifests,
      stdio: "inherit",
    });
  console.log(`ok - ${files.length} manifests by the schemas of Kubernetes 1.30 and 1.37`);
}

function buildImage() {
  execFileSync("docker", ["build", "-t", "toolglot-test", root], { stdio: "inherit" });
  const options = ["--rm", "--read-only", "--cap-drop", "ALL", "toolglot-test"];
  execFileSync("docker", ["run", ...options, "--version"], { stdio: "inherit" });
  console.log("ok - the image is built, and runs with a read-only file system");
}

async function runSteps() {
  console.log("Docker does not run here: the steps of the Dockerfile run in a folder");
  const context = join(folder, "context");
  mkdirSync(context);
  copyContext(root, context);
  const stage = runStages(readDockerfile(readFileSync(join(root, "Dockerfile"), "utf8")), context, folder);
  rmSync(context, { recursive: true });
  rmSync(join(folder, "build"), { recursive: true });
  chmodSync(folder, 0o755);
  assert.notEqual(stage.user, "root");
  const size = execFileSync("du", ["-sm", stage.folder], { encoding: "utf8" }).split("\t")[0];
  console.log(`ok - all steps ran; what they add to Node has ${size} MB`);
  await startResult(stage);
}

async function startResult({ folder: image, entrypoint, command, env, health, port }) {
  const free = await freePort();
  const inImage = (word) => (word.startsWith("/app/") ? join(image, word) : word);
  const [, ...words] = [...entrypoint, ...command, "--port", String(free)].map(inImage);
  const user = process.getuid() === 0 ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {};
  const options = { cwd: image, env: { PATH: process.env.PATH, ...env, TOOLGLOT_KEYS: "a-key-for-tests" }, ...user };
  const child = spawn(process.execPath, words, { ...options, stdio: ["ignore", "ignore", "inherit"] });
  const ended = once(child, "exit");
  const [, ...probe] = health.map((word) => word.replace(`:${port}/`, `:${free}/`));
  const isHealthy = () => spawnSync(process.execPath, probe, { env }).status === 0;
  for (let tries = 0; !isHealthy(); tries++) assert.ok(tries < 100 && child.exitCode === null, "it does not start");
  child.kill("SIGTERM");
  assert.deepEqual(await ended, [0, null]);
  assert.equal(isHealthy(), false);
  console.log("ok - the result serves without privileges, is healthy, and ends by SIGTERM");
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}
