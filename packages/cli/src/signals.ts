import { EXIT } from "./exit-code.ts";

/** Ends the process when it is interrupted, until a command knows better. */
export function endOnInterrupt(): void {
  process.once("SIGINT", end);
}

/** Gives signals to a command, until it is done with them. */
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
