/** Collects a text in pieces; a million tiny ones take little more memory than the text itself. */
export class TextPieces {
  /** How many UTF-16 units there are so far. */
  length = 0;
  private large: string[] = [];
  private small: string[] = [];
  private smallLength = 0;

  add(piece: string): void {
    this.length += piece.length;
    this.smallLength += piece.length;
    this.small.push(piece);
    if (this.smallLength >= LARGE || this.small.length >= MANY) this.merge();
  }

  /** Returns the text and resets. */
  take(): string {
    if (this.small.length > 0) this.merge();
    const text = this.large.length === 1 ? (this.large[0] as string) : this.large.join("");
    this.large = [];
    this.length = 0;
    return text;
  }

  private merge(): void {
    this.large.push(this.small.length === 1 ? (this.small[0] as string) : this.small.join(""));
    this.small = [];
    this.smallLength = 0;
  }
}

const LARGE = 4096;
const MANY = 1024;
