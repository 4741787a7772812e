import type { ReadStream } from "node:tty";

/** Asks a question on the terminal and resolves to the typed line; `undefined` if the input ends. */
export async function askLine(question: string, signal: AbortSignal): Promise<string | undefined> {
  const { stdin, stderr } = process;
  // Input from before the question is not an answer to it.
  await discardTypedInput(stdin);
  if (signal.aborted) return undefined;
  stderr.write(question);
  const line = await nextLine(stdin, signal);
  if (line === undefined) stderr.write("\n");
  return line;
}

/** Whether there is a terminal to ask on. */
export function hasTerminal(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

const DISCARD_MS = 20;

async function discardTypedInput(input: ReadStream): Promise<void> {
  const ignore = () => {};
  input.on("data", ignore).resume();
  await new Promise((resolve) => setTimeout(resolve, DISCARD_MS));
  input.off("data", ignore).pause();
}

// The terminal's own line editing is used, so that there is no mode to restore.
function nextLine(input: ReadStream, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    let typed = "";
    const settle = (line: string | undefined) => {
      input.off("data", onData).off("end", giveUp).pause();
      signal.removeEventListener("abort", giveUp);
      resolve(line);
    };
    const giveUp = () => settle(undefined);
    const onData = (chunk: string | Uint8Array) => {
      typed += String(chunk);
      const end = typed.indexOf("\n");
      if (end >= 0) settle(typed.slice(0, end).trim());
    };
    signal.addEventListener("abort", giveUp, { once: true });
    input.on("data", onData).once("end", giveUp).resume();
  });
}
