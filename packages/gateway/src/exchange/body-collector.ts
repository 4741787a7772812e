import { concat, decodeText } from "../bytes.ts";

/** Collects the chunks of a body, up to a limit. */
export class BodyCollector {
  private chunks: Uint8Array[] = [];
  private length = 0;

  /** Adds a chunk; returns false, and drops the chunk, if the body is now larger than the limit. */
  add(chunk: Uint8Array, maxBytes: number): boolean {
    this.length += chunk.length;
    if (this.length > maxBytes) return false;
    this.chunks.push(chunk);
    return true;
  }

  /** Returns the body, and forgets it. */
  takeText(): string {
    const text = decodeText(concat(this.chunks));
    this.clear();
    return text;
  }

  clear(): void {
    this.chunks = [];
    this.length = 0;
  }
}
