import type { Readable, Writable } from "node:stream";
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from "@modelcontextprotocol/server";
import { type Json, stringifyJson } from "@toolglot/core";
import { LineSplitter } from "./line-splitter.ts";
import { parseMessage, unmaskNumbers } from "./number-mask.ts";

/**
 * A client at the other end of two pipes. The SDK's own transport reads numbers as doubles and fails on lines of more
 * than 10 MiB; this one keeps the digits, and skips lines that are too long.
 */
export class PipeTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport["onmessage"];
  private readonly input: Readable;
  private readonly output: Writable;
  private isClosed = false;

  constructor(input: Readable, output: Writable) {
    this.input = input;
    this.output = output;
  }

  async start(): Promise<void> {
    const lines = new LineSplitter(
      (line) => this.receive(line),
      () => this.onerror?.(new Error("skipped a line that exceeds the limit")),
    );
    this.input.on("data", (chunk: Buffer) => lines.push(chunk));
    const end = () => void this.close();
    this.input.once("end", end).once("close", end).once("error", end);
    if (this.input.destroyed || this.input.readableEnded) setImmediate(end);
    // The client has closed its end.
    this.output.on("error", end);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.isClosed) return;
    // A message is JSON, but its type has no index signature.
    const line = `${stringifyJson(unmaskNumbers(message as unknown as Json), { maxDepth: 1000 })}\n`;
    // Resolves when the line is written, so that a slow client is not flooded.
    await new Promise<void>((resolve) => {
      this.output.write(line, () => resolve());
    });
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    this.input.pause();
    this.onclose?.();
  }

  private receive(line: string): void {
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(parseMessage(line));
    } catch {
      this.onerror?.(new Error(`skipped a line that is not a JSON-RPC message: ${line.slice(0, 100)}`));
      return;
    }
    this.onmessage?.(message);
  }
}
