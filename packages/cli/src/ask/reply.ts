import { parseJson } from "@toolglot/core";
import type { Incoming, Reply } from "@toolglot/gateway";
import { type Answer, AnswerReader, AskError, type AskOptions, errorIn } from "@toolglot/toolbox";

/** A request to a gateway in this process. */
export function requestTo(url: string, body: string): Incoming {
  return {
    method: "POST",
    url,
    headers: { host: "localhost", "content-type": "application/json" },
    body: async () => new TextEncoder().encode(body),
  };
}

/** Reads what a gateway in this process answers, as it comes. */
export class AnswerReply implements Reply {
  private readonly reader: AnswerReader;
  private readonly signal: AbortSignal;
  private status = 0;
  private refusal = "";
  private isBroken = false;
  private readonly goneListeners: (() => void)[] = [];

  constructor(options: AskOptions) {
    this.reader = new AnswerReader(options);
    this.signal = options.signal;
    this.signal.addEventListener("abort", this.leave, { once: true });
  }

  get begun(): boolean {
    return this.status !== 0;
  }

  begin(status: number): void {
    this.status = status;
  }

  write(text: string): boolean {
    if (this.signal.aborted) return true;
    if (this.status === 200) this.reader.push(text);
    else this.refusal += text;
    return true;
  }

  end(text = ""): void {
    this.write(text);
  }

  destroy(): void {
    this.isBroken = true;
  }

  onClientClosed(listener: () => void): void {
    if (this.signal.aborted) queueMicrotask(listener);
    else this.goneListeners.push(listener);
  }

  onDrain(): void {}

  /** The answer, when all of it has come; throws where there is none. */
  answer(): Answer {
    this.signal.removeEventListener("abort", this.leave);
    if (this.status !== 200 && this.refusal !== "") throw errorIn(parseJson(this.refusal));
    if (this.isBroken) throw new AskError("broken", "the answer was broken off");
    return this.reader.end();
  }

  private readonly leave = (): void => {
    for (const listener of this.goneListeners) listener();
  };
}
