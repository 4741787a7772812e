const REPORT = `
import { readFileSync } from "node:fs";
const own = () => {
  try {
    return /VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
};
process.on("exit", () => process.stderr.write("peak " + (own() ?? process.resourceUsage().maxRSS) + "\\n"));
`;

/**
 * A module for `--import` that writes the most memory that the process has had, in kilobytes, to standard error. Linux counts the memory of
 * the process that started it into `maxRSS`, and here that is one with many test files behind it: `/proc` has the process's own.
 */
export const PEAK_MEMORY: string = `data:text/javascript,${encodeURIComponent(REPORT)}`;
