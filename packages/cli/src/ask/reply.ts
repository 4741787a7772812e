import { parseJson } from "@toolglot/core/base";
import type { Incoming, Reply } from "@toolglot/gateway";
import {
  errorFromBody,
  GenerateError,
  type GenerateOptions,
  type GenerateResult,
  GenerateResultReader,
} from "@toolglot/toolbox";

/** A request to a gateway in this process. */
export function requestTo(url: string, body: string): Incoming {
  return {
    method: "POST",
    url,
    headers: { host: "localhost", "content-type": "application/json" },
    body: async () => new TextEncoder().encode(body),
  };
}

/** Collects the response of a gateway in this process. */
export class ResponseCollector implements Reply {
  private readonly reader: GenerateResultReader;
  private readonly signal: AbortSignal;
  private status = 0;
  private errorBody = "";
  private isBroken = false;
  private readonly goneListeners: (() => void)[] = [];

  constructor(options: GenerateOptions) {
    this.reader = new GenerateResultReader(options);
    this.signal = options.signal;
    this.signal.addEventListener("abort", this.onAbort, { once: true });
  }

  get begun(): boolean {
    return this.status !== 0;
  }

  begin(status: number): void {
    this.status = status;
  }

  write(chunk: string | Uint8Array): boolean {
    if (this.signal.aborted) return true;
    const text = typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk);
    if (this.status === 200) this.reader.push(text);
    else this.errorBody += text;
    return true;
  }

  end(body: string | Uint8Array = ""): void {
    this.write(body);
  }

  destroy(): void {
    this.isBroken = true;
  }

  onClientClosed(listener: () => void): void {
    if (this.signal.aborted) queueMicrotask(listener);
    else this.goneListeners.push(listener);
  }

  onDrain(): void {}

  /** The complete response; throws if there is none. */
  result(): GenerateResult {
    this.signal.removeEventListener("abort", this.onAbort);
    if (this.status !== 200 && this.errorBody !== "") throw errorFromBody(parseJson(this.errorBody));
    if (this.isBroken) throw new GenerateError("broken", "the response was interrupted");
    return this.reader.end();
  }

  private readonly onAbort = (): void => {
    for (const listener of this.goneListeners) listener();
  };
}
