import type { Readable, Writable } from "node:stream";
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from "@modelcontextprotocol/server";
import { type Json, stringifyJson } from "@toolglot/core";
import { LineSplitter } from "./line-splitter.ts";
import { parseMessage, unmaskNumbers } from "./number-mask.ts";

/**
 * A client at the other end of two pipes. The SDK's own transport reads numbers as doubles and ends at a line of 10 MiB;
 * this one keeps the digits, and passes over a line that it cannot take.
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
      () => this.onerror?.(new Error("a line was too long and is passed over")),
    );
    this.input.on("data", (chunk: Buffer) => lines.push(chunk));
    const end = () => void this.close();
    this.input.once("end", end).once("close", end).once("error", end);
    if (this.input.destroyed || this.input.readableEnded) setImmediate(end);
    // The client is gone, and nobody reads any more.
    this.output.on("error", end);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.isClosed) return;
    const line = `${stringifyJson(unmaskNumbers(message as unknown as Json), { maxDepth: 1000 })}\n`;
    // Resolved when the line is out: a client that reads slowly is not flooded.
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
      this.onerror?.(new Error(`a line is no JSON-RPC message and is passed over: ${line.slice(0, 100)}`));
      return;
    }
    this.onmessage?.(message);
  }
}
