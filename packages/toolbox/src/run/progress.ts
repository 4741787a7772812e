import { LineSplitter } from "../mcp/line-splitter.ts";

/** Splits the standard error of a running tool into lines, and passes on at most ten per second. */
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

// A tool may print a million lines, and each would become a progress message.
const MIN_INTERVAL = 100;
const MAX_LINE_LENGTH = 2000;
