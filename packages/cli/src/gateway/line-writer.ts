/**
 * Writes the lines of one turn of the event loop together: under load, a system call for each of them would cost more than the lines.
 * Nothing is left unwritten when the process exits, or ends by an error.
 */
export class LineWriter {
  private readonly write: (text: string) => unknown;
  private waiting = "";
  private failure: { readonly error: unknown } | undefined;

  constructor(write: (text: string) => unknown) {
    this.write = write;
    process.on("exit", () => this.flush());
  }

  /** Adds a line; throws if the lines before it could not be written. */
  add(line: string): void {
    if (this.waiting === "") setImmediate(() => this.flush());
    this.waiting += line;
    const { failure } = this;
    this.failure = undefined;
    if (failure !== undefined) throw failure.error;
  }

  flush(): void {
    const text = this.waiting;
    this.waiting = "";
    if (text === "") return;
    try {
      this.write(text);
    } catch (error) {
      this.failure = { error };
    }
  }
}
