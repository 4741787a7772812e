import { expect, it } from "vitest";
import type { Incoming, Reply } from "../../src/transport.ts";
import { Channel } from "../../src/workers/channel.ts";
import type { PrimaryMethods } from "../../src/workers/methods.ts";
import { Relay } from "../../src/workers/relay.ts";
import { quiet, TestClock } from "../support/test-clock.ts";
import { portPair } from "./port-pair.ts";

const INCOMING: Incoming = { method: "GET", url: "/metrics", headers: {}, body: async () => new Uint8Array() };

const onBug = (error: unknown) => {
  throw error;
};

/** A reply that notes what was sent. */
function notedReply() {
  const sent: { status?: number; body?: string; isDestroyed?: boolean } = {};
  const reply: Reply = {
    begun: false,
    begin: (status) => {
      sent.status = status;
    },
    write: () => true,
    end: (body) => {
      sent.body = String(body);
    },
    destroy: () => {
      sent.isDestroyed = true;
    },
    onClientClosed: () => {},
    onDrain: () => {},
  };
  return { sent, reply };
}

function setup(accepts: () => unknown) {
  const { ports } = portPair();
  const closed: number[] = [];
  const methods = { relay: accepts, relayClosed: (id: number) => closed.push(id) };
  new Channel(ports[0], methods, onBug);
  const clock = new TestClock();
  return { clock, closed, relay: new Relay(new Channel<PrimaryMethods>(ports[1], {}, onBug), { clock }) };
}

it("refuses what the primary does not accept in time, and tells it to forget that", async () => {
  const { clock, closed, relay } = setup(() => new Promise(() => {}));
  const { sent, reply } = notedReply();
  relay.pass(INCOMING, reply, "openai-chat");
  await quiet();
  expect(sent).toEqual({});
  clock.turn(10_000);
  await quiet();
  expect(sent).toMatchObject({ status: 503, body: expect.stringContaining("does not answer") });
  expect(closed).toEqual([1]);
  relay.methods.replyBegin(1, 200, {});
  relay.methods.replyEnd(1, "late");
  expect(sent.status).toBe(503);
});

it("waits as long as it takes for the reply to what was accepted", async () => {
  const { clock, relay } = setup(() => undefined);
  const { sent, reply } = notedReply();
  relay.pass(INCOMING, reply, "openai-chat");
  await quiet();
  expect(clock.timers).toEqual([]);
  relay.methods.replyBegin(1, 200, {});
  relay.methods.replyEnd(1, "done");
  expect(sent).toEqual({ status: 200, body: "done" });
});
