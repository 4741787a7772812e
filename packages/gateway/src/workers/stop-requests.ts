/** What ends when it has no requests any more, and at once if it is told again. */
interface Closeable {
  close(): Promise<void>;
}

/** How often the primary has said to stop, also before the server listens. */
export class StopRequests {
  private count = 0;
  private onAdded: () => void = () => {};

  add(): void {
    this.count++;
    this.onAdded();
  }

  /** At once: there is nobody left who could tell again. */
  addBoth(): void {
    this.add();
    this.add();
  }

  untilClosed(server: Closeable): Promise<void> {
    return new Promise((resolve, reject) => {
      let closed = 0;
      this.onAdded = () => {
        for (; closed < this.count; closed++) server.close().then(resolve, reject);
      };
      this.onAdded();
    });
  }
}
