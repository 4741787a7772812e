// The replies of the inspector's API: JSON, event streams, recorded bodies and files of the page, with the headers that
// keep browsers from running what was recorded.

import type { Reply } from "../transport.ts";

/** For all replies: browsers neither guess another content type, nor let other sites load them. */
const COMMON = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
};

/** Sends JSON that is not to be cached; returns the status. */
export function sendApiJson(reply: Reply, value: unknown): number {
  reply.begin(200, { ...COMMON, "content-type": "application/json; charset=utf-8", "cache-control": "no-store" });
  reply.end(JSON.stringify(value));
  return 200;
}

/** Begins a stream of server-sent events. */
export function beginEvents(reply: Reply): number {
  reply.begin(200, { ...COMMON, "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" });
  return 200;
}

/** Sends the bytes of a recorded body, or a range of them: as a download, never as a page. */
export function sendRecordedBody(reply: Reply, bytes: Uint8Array, { fileName, range }: BodyOptions): number {
  const headers = {
    ...COMMON,
    "content-type": "text/plain; charset=utf-8",
    "content-disposition": `attachment; filename="${fileName}"`,
    "content-security-policy": "default-src 'none'; sandbox",
    "cache-control": "no-store",
    "accept-ranges": "bytes",
  };
  const part = range === undefined ? undefined : rangeOf(range, bytes.length);
  if (part === undefined) return send(reply, { status: 200, headers, body: bytes });
  if (part === "none")
    return send(reply, {
      status: 416,
      headers: { ...headers, "content-range": `bytes */${bytes.length}` },
      body: EMPTY,
    });
  const { start, end } = part;
  const contentRange = `bytes ${start}-${end}/${bytes.length}`;
  const body = bytes.subarray(start, end + 1);
  return send(reply, { status: 206, headers: { ...headers, "content-range": contentRange }, body });
}

export interface BodyOptions {
  readonly fileName: string;
  /** The header of the request. */
  readonly range: string | undefined;
}

/** A file of the page. */
export interface ServedAsset {
  readonly body: Uint8Array;
  readonly type: string;
  readonly hash: string;
}

/** Sends a file of the page, or 304 where the browser has it already. */
export function sendAsset(
  reply: Reply,
  { body, type, hash }: ServedAsset,
  { status = 200, ifNoneMatch }: { readonly status?: number; readonly ifNoneMatch?: string | undefined },
): number {
  const etag = `"${hash}"`;
  const headers = { ...COMMON, "content-security-policy": CSP, "cache-control": "no-cache", etag };
  if (ifNoneMatch === etag) return send(reply, { status: 304, headers, body: EMPTY });
  return send(reply, { status, headers: { ...headers, "content-type": type }, body });
}

const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "img-src 'self' data: blob:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'none'",
].join("; ");

const EMPTY = new Uint8Array(0);

/** A reply that is sent at once. */
interface WholeReply {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
}

function send(reply: Reply, { status, headers, body }: WholeReply): number {
  reply.begin(status, headers);
  reply.end(body);
  return status;
}

/** A single range; several, or another unit, are ignored: https://www.rfc-editor.org/rfc/rfc9110#section-14.2 */
function rangeOf(header: string, length: number): { start: number; end: number } | "none" | undefined {
  const [whole, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? [];
  if (whole === undefined || (from === "" && to === "")) return undefined;
  const start = from === "" ? Math.max(0, length - Number(to)) : Number(from);
  const end = from === "" || to === "" ? length - 1 : Math.min(Number(to), length - 1);
  return start > end ? "none" : { start, end };
}
