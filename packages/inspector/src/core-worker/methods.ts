import { dialects } from "@toolglot/core";
import { compareExchanges } from "./exchange/compare.ts";
import { continueExchange, readTurn } from "./exchange/earlier.ts";
import { listFrames, readFrame, readSaid } from "./exchange/frames.ts";
import { readImage } from "./exchange/image.ts";
import { openExchange } from "./exchange/open.ts";
import { openBody } from "./exchange/opened.ts";
import { comparePrefix } from "./exchange/prefix.ts";
import { translateCase } from "./exchange/rosetta.ts";
import { readLines, readText } from "./exchange/text.ts";
import { listTools, translateArguments } from "./exchange/tools.ts";
import { identifyInput } from "./playground/identify.ts";
import { translateInput } from "./playground/translate.ts";

/** What the worker does for the page, by name. Parameters and results are copied between them, so that they are data. */
export const coreWorkerMethods = {
  /** The ids of the dialects that the core knows. */
  dialects: (_params: Record<never, never>): string[] => dialects.map(({ id }) => id),
  identifyInput,
  openExchange,
  readTurn,
  continueExchange,
  readLines,
  readText,
  readImage,
  listTools,
  translateArguments,
  listFrames,
  readFrame,
  readSaid,
  openBody,
  comparePrefix,
  compareExchanges,
  translateInput,
  translateCase,
};

export type CoreWorkerMethods = typeof coreWorkerMethods;
