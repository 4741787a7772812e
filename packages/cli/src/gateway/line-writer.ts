/** How long lines may wait for more of them, in milliseconds. */
const INTERVAL = 10;

/**
 * Writes the lines of one turn of the event loop together, and those that follow soon: under load, a system call for each of them would
 * cost more than the lines. Nothing is left unwritten when the process exits, or ends by an error.
 */
export class LineWriter {
  private readonly write: (text: string) => unknown;
  private waiting = "";
  private writtenAt = Number.NEGATIVE_INFINITY;
  private failure: { readonly error: unknown } | undefined;

  constructor(write: (text: string) => unknown) {
    this.write = write;
    process.on("exit", () => this.flush());
  }

  /** Adds a line; throws if the lines before it could not be written. */
  add(line: string): void {
    if (this.waiting === "") this.schedule();
    this.waiting += line;
    const { failure } = this;
    this.failure = undefined;
    if (failure !== undefined) throw failure.error;
  }

  private schedule(): void {
    const rest = this.writtenAt + INTERVAL - performance.now();
    if (rest > 0) setTimeout(() => this.flush(), rest);
    else setImmediate(() => this.flush());
  }

  flush(): void {
    const text = this.waiting;
    this.waiting = "";
    if (text === "") return;
    this.writtenAt = performance.now();
    try {
      this.write(text);
    } catch (error) {
      this.failure = { error };
    }
  }
}
