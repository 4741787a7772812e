import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import { createServer } from "node:net";
import { text } from "node:stream/consumers";
import type { Config } from "@toolglot/gateway";
import { reachable } from "../gateway/endpoint.ts";
import { type Finding, failed, ok } from "./finding.ts";

/** The minimum version of Node. */
const MIN_NODE = [20, 19] as const;

/** Checks the version of Node. */
export function checkNode(version: string = process.versions.node): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [neededMajor, neededMinor] = MIN_NODE;
  const isEnough = major > neededMajor || (major === neededMajor && minor >= neededMinor);
  const needed = MIN_NODE.join(".");
  return isEnough ? ok("node", version) : failed("node", `${version} is too old`, `install Node ${needed} or newer`);
}

/** Checks that the gateway can listen on its port, or does so already. */
export async function checkPort({ server }: Pick<Config, "server">): Promise<Finding> {
  const { host, port } = server;
  const what = `port ${port}`;
  const code = await listenError(host, port);
  if (code === undefined) return ok(what, `free on ${host}`);
  if (code === "EADDRINUSE" && (await isToolglotGateway(server)))
    return ok(what, "a toolglot gateway is already listening");
  return failed(what, `not available on ${host} (${code})`, "use another port: toolglot serve --port N");
}

function listenError(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", ({ code = "unknown" }: NodeJS.ErrnoException) => resolve(code));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

async function isToolglotGateway({ host, port, tls }: Config["server"]): Promise<boolean> {
  const name = host.includes(":") ? `[${host}]` : host;
  const url = reachable(`${tls === undefined ? "http" : "https"}://${name}:${port}/healthz`);
  try {
    const body = JSON.parse(await textAt(url)) as { status?: unknown; version?: unknown };
    return body.status === "ok" && typeof body.version === "string";
  } catch {
    // Something else listens there.
    return false;
  }
}

// Its certificate is for another name than this machine's, and nothing secret is sent.
async function textAt(url: string): Promise<string> {
  const { get } = url.startsWith("https:") ? https : http;
  const request = get(url, { rejectUnauthorized: false, signal: AbortSignal.timeout(2000) } as https.RequestOptions);
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  return text(response);
}
