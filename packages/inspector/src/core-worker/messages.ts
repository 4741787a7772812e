/** What the page asks of the worker that has the core: a method of `CoreWorkerMethods` and its parameters. */
export interface CoreCall {
  readonly id: number;
  readonly method: string;
  readonly params: unknown;
}

/** The result of a call, or the message of the error that it threw. */
export type CoreReply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: string };
