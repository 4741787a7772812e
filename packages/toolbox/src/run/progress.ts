import { LineSplitter } from "../mcp/line-splitter.ts";

/** Makes lines of what a tool says on standard error while it runs, and passes on a few of them each second. */
export function progressLines(onProgress: (message: string) => void): (chunk: Buffer) => void {
  let quietUntil = 0;
  const tell = (line: string) => {
    const now = performance.now();
    if (line === "" || now < quietUntil) return;
    quietUntil = now + MIN_INTERVAL;
    onProgress(line);
  };
  const lines = new LineSplitter(tell, () => {}, MAX_LINE_LENGTH);
  return (chunk) => lines.push(chunk);
}

// A tool may say a million things, and each would be a message to somebody.
const MIN_INTERVAL = 100;
const MAX_LINE_LENGTH = 2000;
