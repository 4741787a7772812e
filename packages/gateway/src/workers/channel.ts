/** One end of the connection between two processes, such as `process` or a worker of `node:cluster`. */
export interface Port {
  /** `onSent` is called when the message was handed to the system, or with the reason why not. */
  send(message: unknown, onSent: (error: Error | null) => void): unknown;
  onMessage(listener: (message: unknown) => void): void;
  onClosed(listener: () => void): void;
}

/** What one side can be asked to do, by name. Arguments and results are copied: only data passes. */
// biome-ignore lint/suspicious/noExplicitAny: the parameters of a function are contravariant, so nothing narrower fits all of them.
export type Methods = { readonly [Name in string]: (...args: any[]) => unknown };

type Message =
  | { readonly type: "call"; readonly id: number; readonly name: string; readonly args: readonly unknown[] }
  | { readonly type: "notice"; readonly name: string; readonly args: readonly unknown[] }
  | { readonly type: "result"; readonly id: number; readonly value: unknown }
  | { readonly type: "error"; readonly id: number; readonly code: string };

interface Pending {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

/** The other process is gone, or has failed to do what it was asked for. */
class ChannelError extends Error {
  override readonly name: string = "ChannelError";
  readonly code: string;

  constructor(code: string) {
    super(`the other process did not answer: ${code}`);
    this.code = code;
  }
}

/**
 * Calls of functions in another process. It sets no time limit: whoever waits for a result on behalf of a request does. What a message
 * says is never part of an error, since it may be secret.
 */
export class Channel<Other extends Methods> {
  private readonly port: Port;
  private readonly own: Methods;
  private readonly onBug: (error: unknown) => void;
  private readonly pending = new Map<number, Pending>();
  private lastId = 0;
  private unsent = 0;
  private isClosed = false;
  private idleListeners: (() => void)[] = [];

  constructor(port: Port, own: Methods, onBug: (error: unknown) => void) {
    this.port = port;
    this.own = own;
    this.onBug = onBug;
    port.onMessage((message) => this.onMessage(message as Message));
    port.onClosed(() => this.onClosed());
  }

  /** Messages that were not handed to the system yet. */
  get backlog(): number {
    return this.unsent;
  }

  call<Name extends keyof Other & string>(
    name: Name,
    ...args: Parameters<Other[Name]>
  ): Promise<Awaited<ReturnType<Other[Name]>>> {
    return new Promise((resolve, reject) => {
      if (this.isClosed) {
        reject(new ChannelError("closed"));
        return;
      }
      const id = ++this.lastId;
      this.pending.set(id, { resolve, reject });
      this.send({ type: "call", id, name, args });
    });
  }

  /** Calls a function whose result does not matter. `onSent` is called in any case. */
  notify<Name extends keyof Other & string>(name: Name, args: Parameters<Other[Name]>, onSent?: () => void): void {
    this.send({ type: "notice", name, args }, onSent);
  }

  /** Resolves when everything so far was handed to the system. */
  flush(): Promise<void> {
    if (this.unsent === 0) return Promise.resolve();
    return new Promise((resolve) => this.idleListeners.push(resolve));
  }

  private send(message: Message, onSent?: () => void): void {
    if (this.isClosed) {
      onSent?.();
      return;
    }
    this.unsent++;
    this.port.send(message, () => {
      // What was not sent because the other process is gone fails when the channel closes.
      this.unsent--;
      onSent?.();
      if (this.unsent === 0) this.reportIdle();
    });
  }

  private reportIdle(): void {
    const listeners = this.idleListeners;
    this.idleListeners = [];
    for (const listener of listeners) listener();
  }

  private onMessage(message: Message): void {
    switch (message.type) {
      case "call":
        void this.answer(message.id, message.name, message.args);
        return;
      case "notice":
        void this.run(message.name, message.args).catch(this.onBug);
        return;
      case "result":
        // The caller knows the type of the result by the name of the function.
        this.take(message.id)?.resolve(message.value as never);
        return;
      case "error":
        this.take(message.id)?.reject(new ChannelError(message.code));
        return;
    }
  }

  private async answer(id: number, name: string, args: readonly unknown[]): Promise<void> {
    try {
      this.send({ type: "result", id, value: await this.run(name, args) });
    } catch (error) {
      this.send({ type: "error", id, code: codeOf(error) });
    }
  }

  private async run(name: string, args: readonly unknown[]): Promise<unknown> {
    const method = Object.hasOwn(this.own, name) ? this.own[name] : undefined;
    if (method === undefined) throw new ChannelError("unknown_method");
    return await method(...args);
  }

  private take(id: number): Pending | undefined {
    const pending = this.pending.get(id);
    this.pending.delete(id);
    return pending;
  }

  private onClosed(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    for (const { reject } of this.pending.values()) reject(new ChannelError("closed"));
    this.pending.clear();
    this.reportIdle();
  }
}

function codeOf(error: unknown): string {
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  return String(code ?? name ?? "failed");
}
