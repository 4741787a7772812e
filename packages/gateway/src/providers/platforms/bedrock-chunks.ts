import type { EventStreamMessage, JsonObject } from "@toolglot/core";
import { eventStreamFraming, isObject, jsonIn, StreamError } from "@toolglot/core/base";
import type { StreamUnwrapper } from "../../bindings/binding.ts";
import { bedrockErrorType } from "./bedrock-errors.ts";

/**
 * Reads the streams of InvokeModelWithResponseStream: each chunk of AWS's binary event stream has one of the model's own events.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InvokeModelWithResponseStream.html
 */
export function chunkUnwrapper(): StreamUnwrapper {
  return new ChunkUnwrapper();
}

class ChunkUnwrapper implements StreamUnwrapper {
  readonly contentTypes: RegExp = /^application\/vnd\.amazon\.eventstream\b/i;
  readonly contentType: string = "text/event-stream";
  failure: string | undefined;
  private text = "";
  private readonly framing = eventStreamFraming((message) => {
    this.text += serverSentEvent(message);
  });

  push(chunk: Uint8Array): string {
    return this.read(() => this.framing.push(chunk));
  }

  end(): string {
    return this.read(() => this.framing.end());
  }

  // Events before the one that cannot be read count, wherever the bytes were split.
  private read(run: () => void): string {
    try {
      if (this.failure === undefined) run();
    } catch (error) {
      if (!(error instanceof StreamError)) throw error;
      this.failure = error.message;
    }
    const { text } = this;
    this.text = "";
    return text;
  }
}

function serverSentEvent({ type, name, data }: EventStreamMessage): string {
  if (type !== "event") return errorEvent(name, type === "error" ? data : messageIn(data));
  // AWS's event streams may begin with an `initial-response`.
  return name === "chunk" ? modelEvent(data) : "";
}

function modelEvent(data: string): string {
  const text = chunkText(data);
  const event = text === undefined ? undefined : jsonIn(text);
  if (text === undefined || !isObject(event ?? null) || typeof (event as JsonObject).type !== "string")
    throw new StreamError("corrupt", "a chunk has no event of the model");
  return `event: ${(event as JsonObject).type}\ndata: ${text.replace(/[\r\n]+/g, " ")}\n\n`;
}

function chunkText(data: string): string | undefined {
  const chunk = jsonIn(data);
  const bytes = isObject(chunk ?? null) ? (chunk as JsonObject).bytes : undefined;
  if (typeof bytes !== "string" || !BASE64.test(bytes)) return undefined;
  return decoder.decode(Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0)));
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const decoder = new TextDecoder();

function errorEvent(name: string, message: string): string {
  const error = { type: "error", error: { type: bedrockErrorType(name) ?? "api_error", message } };
  return `event: error\ndata: ${JSON.stringify(error)}\n\n`;
}

function messageIn(data: string): string {
  const body = jsonIn(data);
  const { message } = body !== undefined && isObject(body) ? body : {};
  return typeof message === "string" && message !== "" ? message : "Bedrock interrupted the stream";
}
