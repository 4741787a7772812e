import type { PlaygroundInput } from "../core-worker/playground/views.ts";

/** Longer addresses are cut by chat programs and servers. */
const LONGEST_ADDRESS = 16_000;

/** A short address may unpack to very much. */
const LONGEST_INPUT = 4_000_000;

/** An input as part of an address, compressed where the browser can; undefined where it is too long for one. */
export async function packInput(input: PlaygroundInput): Promise<string | undefined> {
  const bytes = new TextEncoder().encode(JSON.stringify(input));
  if (bytes.length > LONGEST_INPUT) return undefined;
  const packed =
    typeof CompressionStream === "undefined"
      ? `p${base64(bytes)}`
      : `z${base64(await collect(through(bytes, new CompressionStream("deflate-raw")), LONGEST_INPUT))}`;
  return packed.length > LONGEST_ADDRESS ? undefined : packed;
}

/** The input in an address; undefined where there is none, or where it cannot be read. */
export async function unpackInput(packed: string): Promise<PlaygroundInput | undefined> {
  try {
    const bytes = unbase64(packed.slice(1));
    const unpacked =
      packed[0] === "z" ? await collect(through(bytes, new DecompressionStream("deflate-raw")), LONGEST_INPUT) : bytes;
    return inputIn(JSON.parse(new TextDecoder().decode(unpacked)));
  } catch {
    // An address that was cut or typed by hand opens an empty playground.
    return undefined;
  }
}

/** Only what an input has, whatever else the address says. */
function inputIn(value: unknown): PlaygroundInput | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { text, what, from, profile, to } = value as Record<string, unknown>;
  if (typeof text !== "string") return undefined;
  const fields = Object.entries({ what, from, profile, to }).filter(([, field]) => typeof field === "string");
  return { text, ...Object.fromEntries(fields) };
}

function through(bytes: Uint8Array<ArrayBuffer>, codec: CompressionStream | DecompressionStream) {
  return new Blob([bytes]).stream().pipeThrough(codec);
}

async function collect(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length;
    if (length > most) {
      await reader.cancel();
      throw new Error("The address holds more than the playground takes");
    }
    chunks.push(next.value);
  }
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
}

function base64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function unbase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
