import type { CoreCall, CoreReply } from "./messages.ts";
import type { CoreWorkerMethods } from "./methods.ts";

type Waiting = { readonly resolve: (result: never) => void; readonly reject: (error: Error) => void };

const waiting = new Map<number, Waiting>();
let worker: Worker | undefined;
let calls = 0;

/** Calls a method of the worker that has the core, which is loaded at the first call. */
export function callCore<Name extends keyof CoreWorkerMethods>(
  method: Name,
  params: Parameters<CoreWorkerMethods[Name]>[0],
  transfer: Transferable[] = [],
): Promise<ReturnType<CoreWorkerMethods[Name]>> {
  worker ??= startWorker();
  const call: CoreCall = { id: ++calls, method, params };
  worker.postMessage(call, transfer);
  return new Promise((resolve, reject) => waiting.set(call.id, { resolve, reject }));
}

/** In a page that was exported as one file, the script of the worker is a text of the page. */
function startWorker(): Worker {
  const inlined = document.getElementById("core-worker")?.textContent;
  const url =
    inlined == null
      ? new URL("./core-worker.js", import.meta.url)
      : URL.createObjectURL(new Blob([inlined], { type: "text/javascript" }));
  const started = new Worker(url);
  started.addEventListener("message", ({ data }: MessageEvent<CoreReply>) => settle(data));
  started.addEventListener("error", ({ message }) => failAll(message || "The worker could not be loaded"));
  return started;
}

function settle(reply: CoreReply): void {
  const call = waiting.get(reply.id);
  waiting.delete(reply.id);
  if ("error" in reply) call?.reject(new Error(reply.error));
  // The caller knows the type of the result by the method.
  else call?.resolve(reply.result as never);
}

function failAll(message: string): void {
  for (const { reject } of waiting.values()) reject(new Error(message));
  waiting.clear();
}
