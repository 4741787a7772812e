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
  }

  /** Adds a line; throws if the lines before it could not be written. */
  add(line: string): void {
    if (this.waiting === "") {
      this.schedule();
      trackWriter(this);
    }
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
    if (text === "") return;
    this.waiting = "";
    untrackWriter(this);
    this.writtenAt = performance.now();
    try {
      this.write(text);
    } catch (error) {
      this.failure = { error };
    }
  }
}

/** Tracks a writer whose lines wait, which are written when this process exits. */
function trackWriter(writer: LineWriter): void {
  if (tracked.size === 0) process.on("exit", flushAll);
  tracked.add(writer);
}

function untrackWriter(writer: LineWriter): void {
  tracked.delete(writer);
  if (tracked.size === 0) process.off("exit", flushAll);
}

const tracked = new Set<LineWriter>();

function flushAll(): void {
  for (const writer of tracked) writer.flush();
}
