import { dialects } from "@toolglot/core";

/** What the worker does for the page, by name. Parameters and results are copied between them, so that they are data. */
export const coreWorkerMethods = {
  /** The ids of the dialects that the core knows. */
  dialects: (_params: Record<never, never>): string[] => dialects.map(({ id }) => id),
};

export type CoreWorkerMethods = typeof coreWorkerMethods;
