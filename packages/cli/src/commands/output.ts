import type { OptionSpecs } from "../args.ts";

/** Options of every command that prints data. */
export const output: OptionSpecs = {
  output: { value: "FILE", short: "o", help: "write the data to FILE, once it is complete, not to standard output" },
  quiet: { short: "q", help: "print nothing but errors on standard error" },
};
