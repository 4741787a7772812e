import { EXIT } from "./exit-code.ts";

/** Exits on SIGINT, until a command handles signals itself. */
export function endOnInterrupt(): void {
  process.once("SIGINT", end);
}

/** Handles signals; returns a function that stops handling them. */
export function onSignals(names: readonly NodeJS.Signals[], handle: (name: NodeJS.Signals) => void): () => void {
  process.off("SIGINT", end);
  for (const name of names) process.on(name, handle);
  return () => {
    for (const name of names) process.off(name, handle);
  };
}

function end(): void {
  process.exit(EXIT.interrupted);
}
