import { concat } from "../../bytes.ts";
import { clientClosedError, type GatewayError, tooLargeError } from "../../errors.ts";
import { isBomb, notDecompressed, tooCompressed, unknownEncoding } from "../body-limits.ts";

/** Reads and decompresses a request's body; throws if it is larger than `maxBytes`. */
export async function readBody({ headers, body }: Request, maxBytes: number): Promise<Uint8Array> {
  if (Number(headers.get("content-length") ?? 0) > maxBytes) throw tooLargeError(maxBytes);
  const format = formatOf(headers.get("content-encoding"));
  if (body === null) return new Uint8Array(0);
  if (format === undefined)
    return collect(body, (length) => (length > maxBytes ? tooLargeError(maxBytes) : undefined), clientClosedError);
  let compressed = 0;
  const counted = body.pipeThrough(counting((bytes) => (compressed += bytes)));
  const plain = counted.pipeThrough(new DecompressionStream(format));
  const check = (length: number) => {
    if (length > maxBytes) return tooLargeError(maxBytes);
    return isBomb(length, compressed) ? tooCompressed() : undefined;
  };
  return collect(plain, check, notDecompressed);
}

type Format = "gzip" | "deflate";

function formatOf(encoding: string | null): Format | undefined {
  const name = encoding?.trim().toLowerCase() ?? "";
  if (name === "" || name === "identity") return undefined;
  if (name === "gzip" || name === "x-gzip") return "gzip";
  if (name === "deflate") return "deflate";
  throw unknownEncoding(name, ["gzip", "deflate"]);
}

function counting(count: (bytes: number) => void): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform: (chunk, controller) => {
      count(chunk.length);
      controller.enqueue(chunk);
    },
  });
}

async function collect(
  stream: ReadableStream<Uint8Array>,
  check: (length: number) => GatewayError | undefined,
  broken: () => GatewayError,
): Promise<Uint8Array> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => Promise.reject(broken()));
    if (done) return concat(chunks);
    length += value.length;
    const refusal = check(length);
    if (refusal !== undefined) {
      void reader.cancel().catch(() => {});
      throw refusal;
    }
    chunks.push(value);
  }
}
