import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterTest } from "../../../../test/support/cleanup.ts";
import { freePort } from "../state/redis-server.ts";

export const hasBalancer: boolean = spawnSync("nginx", ["-v"]).error === undefined;
if (!hasBalancer) console.warn("WARNING: nginx is not installed: REPLICAS BEHIND A BALANCER ARE NOT TESTED");

/** nginx in front of gateways, each in turn; it ends with the test. */
export async function startBalancer(ports: readonly number[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "toolglot-balancer-"));
  const port = await freePort();
  writeFileSync(join(folder, "nginx.conf"), configOf(folder, port, ports));
  const child = spawn("nginx", ["-p", folder, "-e", "stderr", "-c", join(folder, "nginx.conf")], { stdio: "ignore" });
  afterTest(async () => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await isUp(url))) {
    if (child.exitCode !== null) throw new Error("nginx does not start");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return url;
}

// A gateway that refuses connections is left out for a second. A request that was sent is never sent to another one.
function configOf(folder: string, port: number, ports: readonly number[]): string {
  const servers = ports.map((each) => `server 127.0.0.1:${each} max_fails=1 fail_timeout=1s;`);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder};`);
  return `daemon off; pid ${folder}/pid;
worker_rlimit_nofile 65536;
events { worker_connections 8192; }
http {
  access_log off; ${temporary.join(" ")}
  upstream gateways { ${servers.join(" ")} keepalive 64; }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location / {
      proxy_pass http://gateways;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host 127.0.0.1;
      proxy_buffering off;
      proxy_read_timeout 300s;
    }
  }
}
`;
}

async function isUp(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    (response) => response.ok,
    () => false,
  );
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
