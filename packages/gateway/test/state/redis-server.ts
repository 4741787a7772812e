import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterFile, afterTest } from "../../../../test/support/cleanup.ts";

/** A real server: what REDIS_SERVER names, or `redis-server` or `valkey-server`, whichever is installed. */
export const PROGRAM: string | undefined = [process.env.REDIS_SERVER, "redis-server", "valkey-server"].find(
  isInstalled,
);

export const hasRedis: boolean = PROGRAM !== undefined;
if (!hasRedis)
  console.warn("WARNING: neither redis-server nor valkey-server is installed: THE SHARED STATE IS NOT TESTED");

/** A server that is stopped after the test. */
export class RedisServer {
  readonly port: number;
  private readonly options: readonly string[];
  private readonly folder = mkdtempSync(join(tmpdir(), "toolglot-redis-"));
  private process: ChildProcess | undefined;

  static async start(...options: string[]): Promise<RedisServer> {
    for (let tries = 1; ; tries++) {
      const server = new RedisServer(await freePort(), options);
      afterTest(() => server.remove());
      try {
        await server.start();
        return server;
      } catch (error) {
        // Somebody else may have taken the port meanwhile.
        if (tries === MAX_TRIES) throw error;
      }
    }
  }

  /** A server that is stopped after the last test of the file. */
  static async startForFile(...options: string[]): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), options);
    afterFile(() => server.remove());
    await server.start();
    return server;
  }

  constructor(port: number, options: readonly string[]) {
    this.port = port;
    this.options = options;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}/0`;
  }

  async start(): Promise<void> {
    const isSecure = this.options.includes("--tls-cert-file");
    const ports = isSecure ? ["--port", "0", "--tls-port", String(this.port)] : ["--port", String(this.port)];
    const settings = [...ports, "--bind", "127.0.0.1", "--dir", this.folder, "--appendonly", "yes"];
    const child = spawn(PROGRAM ?? "", [...settings, ...this.options], { stdio: ["ignore", "pipe", "inherit"] });
    this.process = child;
    await new Promise<void>((resolve, reject) => {
      child.stdout?.on("data", (text) => /Ready to accept connections/.test(String(text)) && resolve());
      child.on("exit", (code) => reject(new Error(`${PROGRAM} ended with ${code}`)));
    });
  }

  /** Ends it as a crash would. */
  async kill(): Promise<void> {
    const { process: child } = this;
    this.process = undefined;
    if (child === undefined || child.exitCode !== null) return;
    child.removeAllListeners("exit");
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }

  /** It accepts connections and answers nothing. */
  freeze(): void {
    this.process?.kill("SIGSTOP");
  }

  thaw(): void {
    this.process?.kill("SIGCONT");
  }

  private async remove(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function isInstalled(program: string | undefined): boolean {
  if (program === undefined) return false;
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/**
 * A port that nobody listens on. It is none of those that systems give to outgoing connections, of which other tests open many.
 * https://www.kernel.org/doc/html/latest/networking/ip-sysctl.html (ip_local_port_range)
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    if (await canListen(port)) return port;
  }
}

const MAX_TRIES = 5;
const FIRST_PORT = 10_000;
const PORTS = 12_000;

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
