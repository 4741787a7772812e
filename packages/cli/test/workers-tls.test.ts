import { copyFileSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { afterTest } from "../../../test/support/cleanup.ts";
import { fileWith } from "./run.ts";
import { HELLO } from "./serving.ts";
import { served, startTwoWorkers, untilServed } from "./workers.ts";

const certificates = fileURLToPath(new URL("../../gateway/test/faults/upstream/certificates", import.meta.url));
const ca = readFileSync(join(certificates, "authority.pem"), "utf8");

it.skipIf(process.platform !== "linux")(
  "workers serve HTTPS, and use a renewed certificate for new connections",
  { timeout: 240_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "toolglot-workers-tls-"));
    afterTest(() => rmSync(folder, { recursive: true }));
    install(folder, "first");
    const tls = JSON.stringify({ cert: join(folder, "cert.pem"), key: join(folder, "key.pem") });
    const gateway = await startTwoWorkers(["--config", fileWith(`server: { tls: ${tls} }`, "toolglot.yaml")]);
    afterTest(async () => {
      gateway.child.kill("SIGKILL");
      await gateway.outcome;
    });
    const port = Number(new URL(gateway.url).port);
    for (let index = 0; index < 4; index++)
      expect(await send(port, "/v1/messages", HELLO)).toContain("simulated provider");
    await untilServed(gateway, 4);
    expect(new Set(served(gateway))).toEqual(new Set(["1", "2"]));
    // Also what the first process answers.
    expect(await send(port, "/metrics")).toContain("toolglot_requests_total");
    const before = await presented(port);
    install(folder, "second");
    const isRenewed = async () => {
      const shown = await Promise.all([presented(port), presented(port), presented(port), presented(port)]);
      return !shown.includes(before);
    };
    await expect.poll(isRenewed, { timeout: 120_000, interval: 200 }).toBe(true);
    expect(await send(port, "/v1/messages", HELLO)).toContain("simulated provider");
  },
);

/** Replaces the files, as a renewal does. */
function install(folder: string, name: string): void {
  for (const [from, to] of [[`${name}.key.pem`, "key.pem"] as const, [`${name}.pem`, "cert.pem"] as const]) {
    copyFileSync(join(certificates, from), join(folder, "new.pem"));
    renameSync(join(folder, "new.pem"), join(folder, to));
  }
}

/** The body of the reply to a request on a connection of its own. */
function send(port: number, path: string, body?: object): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { host: `localhost:${port}`, "content-type": "application/json" };
    const options = { host: "127.0.0.1", servername: "localhost", port, path, headers, agent: new Agent({ ca }) };
    const call = request({ ...options, method: body === undefined ? "GET" : "POST" }, (response) => {
      response
        .setEncoding("utf8")
        .toArray()
        .then((pieces) => resolve(pieces.join("")), reject);
    });
    call.on("error", reject);
    call.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** The fingerprint of the certificate that a new connection gets. */
async function presented(port: number): Promise<string> {
  const socket = connect({ port, host: "127.0.0.1", servername: "localhost", ca });
  await new Promise((resolve, reject) => socket.once("secureConnect", resolve).once("error", reject));
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}
