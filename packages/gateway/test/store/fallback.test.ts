import { describe, expect, it } from "vitest";
import { GatewayError } from "../../src/errors.ts";
import { FallbackStore } from "../../src/store/fallback.ts";
import { MemoryStore } from "../../src/store/memory.ts";
import type { ResponseStore } from "../../src/store/store.ts";
import { TestClock } from "../support/test-clock.ts";
import { answer, ROOMY } from "./behaviour.ts";

describe.each([{ readsOwn: true }, { readsOwn: false }])("a shared store that was down ($readsOwn)", ({ readsOwn }) => {
  it("has what was stored meanwhile soon after it is up again, for all gateways", async () => {
    const { clock, server, gateway } = setup(readsOwn);
    server.isDown = true;
    await gateway().put(answer("resp_1"));
    server.isDown = false;
    clock.turn(250);
    await new Promise((resolve) => setImmediate(resolve));
    expect(await server.memory.get("", "resp_1")).toEqual(answer("resp_1"));
    expect(await gateway().get("", "resp_1")).toEqual(answer("resp_1"));
  });

  it("says for a while that it does not know whether there is a response, since another gateway may be about to store it", async () => {
    const { clock, server, gateway } = setup(readsOwn);
    const other = gateway();
    server.isDown = true;
    await expect(other.get("", "resp_1")).rejects.toThrow(GatewayError);
    server.isDown = false;
    await expect(other.get("", "resp_1")).rejects.toThrow(GatewayError);
    clock.turn(10_000);
    expect(await clock.turnUntil(other.get("", "resp_1"))).toBeUndefined();
  });

  it("says so after its start too, since it may have been down before", async () => {
    const { clock, server } = setup(readsOwn);
    const started = new FallbackStore(server, { clock, readsOwn, mayHaveFailed: true });
    await expect(started.get("", "resp_1")).rejects.toThrow(GatewayError);
    await server.put(answer("resp_1"));
    expect(await started.get("", "resp_1")).toEqual(answer("resp_1"));
    clock.turn(10_000);
    expect(await clock.turnUntil(started.get("", "resp_2"))).toBeUndefined();
  });

  it("waits for a moment for what another gateway has sent and not stored yet", async () => {
    const { clock, gateway } = setup(readsOwn);
    const found = gateway().get("", "resp_1");
    await clock.awaits(20);
    await gateway().put(answer("resp_1"));
    expect(await clock.turnUntil(found)).toEqual(answer("resp_1"));
  });

  it("writes what is left when it is closed, and nothing that was deleted", async () => {
    const { server, gateway } = setup(readsOwn);
    const one = gateway();
    server.isDown = true;
    await one.put(answer("resp_1"));
    await one.put(answer("resp_2"));
    server.isDown = false;
    await one.delete("", "resp_2");
    await one.close();
    expect(await server.memory.get("", "resp_1")).toEqual(answer("resp_1"));
    expect(await server.memory.get("", "resp_2")).toBeUndefined();
  });
});

/** A store that several gateways share, and that can be down. */
class Server implements ResponseStore {
  readonly memory = new MemoryStore(ROOMY);
  isDown = false;

  get = (tenant: string, id: string) => this.up(() => this.memory.get(tenant, id));
  put = (response: ReturnType<typeof answer>) => this.up(() => this.memory.put(response));
  delete = (tenant: string, id: string) => this.up(() => this.memory.delete(tenant, id));

  async close(): Promise<void> {}

  private async up<T>(call: () => Promise<T>): Promise<T> {
    if (this.isDown) throw new GatewayError("unavailable", "store_unavailable", "it is down");
    return call();
  }
}

function setup(readsOwn: boolean): { clock: TestClock; server: Server; gateway: () => FallbackStore } {
  const clock = new TestClock();
  const server = new Server();
  return { clock, server, gateway: () => new FallbackStore(server, { clock, readsOwn }) };
}
