import { connect, createServer, type Server, type Socket } from "node:net";
import { afterTest } from "../../../../test/support/cleanup.ts";
import { freePort } from "./redis-server.ts";

/** A network between gateways and a server, which can be slow, or down. It ends with the test. */
export class RedisProxy {
  readonly port: number;
  /** How much later replies arrive, in milliseconds. */
  delay = 0;
  /** Pieces of replies that were passed on. */
  passed = 0;
  private readonly target: number;
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;

  static async start(target: number): Promise<RedisProxy> {
    const proxy = new RedisProxy(await freePort(), target);
    afterTest(() => proxy.down());
    await proxy.up();
    return proxy;
  }

  private constructor(port: number, target: number) {
    this.port = port;
    this.target = target;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}/0`;
  }

  /** Connections of gateways that are open. */
  get connections(): number {
    return this.sockets.size / 2;
  }

  async up(): Promise<void> {
    const server = createServer((client) => this.join(client));
    this.server = server;
    await new Promise<void>((resolve) => server.listen(this.port, "127.0.0.1", resolve));
  }

  /** Breaks all connections, and takes no new ones. */
  async down(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (server === undefined) return;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private join(client: Socket): void {
    const upstream = connect(this.target, "127.0.0.1");
    for (const [socket, other] of [[client, upstream] as const, [upstream, client] as const]) {
      this.sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        this.sockets.delete(socket);
        other.destroy();
      });
    }
    client.on("data", (chunk) => upstream.write(chunk));
    upstream.on("data", (chunk) => this.passLater(() => client.write(chunk)));
  }

  private passLater(pass: () => void): void {
    const run = () => {
      this.passed++;
      pass();
    };
    if (this.delay === 0) run();
    else setTimeout(run, this.delay);
  }
}
