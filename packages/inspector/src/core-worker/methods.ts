import { dialects } from "@toolglot/core";
import { openExchange } from "./exchange/open.ts";
import { readLines, readText } from "./exchange/text.ts";

/** What the worker does for the page, by name. Parameters and results are copied between them, so that they are data. */
export const coreWorkerMethods = {
  /** The ids of the dialects that the core knows. */
  dialects: (_params: Record<never, never>): string[] => dialects.map(({ id }) => id),
  openExchange,
  readLines,
  readText,
};

export type CoreWorkerMethods = typeof coreWorkerMethods;
