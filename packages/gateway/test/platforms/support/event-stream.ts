import { EventStreamCodec } from "@smithy/eventstream-codec";

const codec = new EventStreamCodec(
  (bytes) => new TextDecoder().decode(bytes as Uint8Array),
  (text) => new TextEncoder().encode(text),
);

/** A message of AWS's binary event stream, written by AWS's own codec. */
function message(headers: Readonly<Record<string, string>>, payload: unknown): Uint8Array {
  return codec.encode({
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { type: "string", value }])),
    body: new TextEncoder().encode(JSON.stringify(payload)),
  });
}

/** A chunk of a model's stream, padded as Bedrock does it. */
export function chunk(event: object): Uint8Array {
  const bytes = Buffer.from(JSON.stringify(event)).toString("base64");
  return message(
    { ":event-type": "chunk", ":content-type": "application/json", ":message-type": "event" },
    { bytes, p: "abcdefgh" },
  );
}

export function exception(type: string, text: string): Uint8Array {
  return message(
    { ":exception-type": type, ":content-type": "application/json", ":message-type": "exception" },
    { message: text },
  );
}
