import type { CoreCall, CoreReply } from "./messages.ts";

type Methods = Readonly<Record<string, (params: never) => unknown>>;

/** Answers the calls of the page with the methods of this worker. */
export function serveCalls(methods: Methods): void {
  addEventListener("message", ({ data }: MessageEvent<CoreCall>) => postMessage(replyTo(data, methods)));
}

function replyTo({ id, method, params }: CoreCall, methods: Methods): CoreReply {
  try {
    const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (run === undefined) throw new Error(`The worker has no method ${method}`);
    // The page calls each method with its own parameters (`client.ts`).
    return { id, result: run(params as never) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}
