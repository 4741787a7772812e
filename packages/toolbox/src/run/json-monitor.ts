import { JsonProgress } from "@toolglot/core";

/** What the bytes of a stream are, as one JSON text in UTF-8. */
export type JsonText = "complete" | "incomplete" | "invalid" | "not-utf8";

/** Checks the bytes of a stream without keeping them, so that output beyond every limit is checked as well. */
export class JsonMonitor {
  private readonly decoder = new TextDecoder("utf-8", { fatal: true });
  private readonly progress = new JsonProgress();
  private isUtf8 = true;

  push(chunk: Uint8Array): void {
    this.decode(() => this.decoder.decode(chunk, { stream: true }));
  }

  finish(): JsonText {
    this.decode(() => this.decoder.decode());
    if (!this.isUtf8) return "not-utf8";
    const { state } = this.progress;
    return state === "complete" || state === "invalid" ? state : "incomplete";
  }

  private decode(text: () => string): void {
    if (!this.isUtf8) return;
    try {
      this.progress.push(text());
    } catch (error) {
      // A fatal decoder throws a TypeError for bytes that are not UTF-8.
      if (!(error instanceof TypeError)) throw error;
      this.isUtf8 = false;
    }
  }
}
