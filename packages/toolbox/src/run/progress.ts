import { Lines } from "../mcp/lines.ts";

/** Makes lines of what a tool says on standard error while it runs, and passes on a few of them each second. */
export function progressLines(onProgress: (message: string) => void): (chunk: Buffer) => void {
  let quietUntil = 0;
  const tell = (line: string) => {
    const now = performance.now();
    if (line === "" || now < quietUntil) return;
    quietUntil = now + PAUSE;
    onProgress(line);
  };
  const lines = new Lines(tell, () => {}, LONGEST_LINE);
  return (chunk) => lines.push(chunk);
}

// A tool may say a million things, and each would be a message to somebody.
const PAUSE = 100;
const LONGEST_LINE = 2000;
