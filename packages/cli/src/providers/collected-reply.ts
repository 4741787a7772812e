import type { Reply } from "@toolglot/gateway";

/** Collects the whole reply of a gateway in this process. */
export class CollectedReply implements Reply {
  status = 0;
  text = "";

  get begun(): boolean {
    return this.status !== 0;
  }

  begin(status: number): void {
    this.status = status;
  }

  write(chunk: string | Uint8Array): boolean {
    this.text += typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk);
    return true;
  }

  end(body: string | Uint8Array = ""): void {
    this.write(body);
  }

  destroy(): void {}

  onClientClosed(): void {}

  onDrain(): void {}
}
