import { deserialize, serialize } from "node:v8";
import type { Port } from "../../src/workers/channel.ts";

/** Two ports that are connected: messages are copied as between processes, and arrive later. */
export function portPair(): { readonly ports: readonly [Port, Port]; close(): void } {
  const messageListeners: ((message: unknown) => void)[][] = [[], []];
  const closedListeners: (() => void)[] = [];
  const portOf = (own: 0 | 1): Port => ({
    send: (message, onSent) => {
      const copy = deserialize(serialize(message));
      setImmediate(() => {
        for (const listener of messageListeners[1 - own] ?? []) listener(copy);
        onSent(null);
      });
    },
    onMessage: (listener) => messageListeners[own]?.push(listener),
    onClosed: (listener) => closedListeners.push(listener),
  });
  return {
    ports: [portOf(0), portOf(1)],
    close: () => {
      for (const listener of closedListeners) listener();
    },
  };
}
