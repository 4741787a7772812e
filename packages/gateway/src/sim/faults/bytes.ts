import type { SimStep } from "../steps.ts";
import type { Fault } from "./fault.ts";

/** Faults of the bytes around intact events. */
export const byteFaults: readonly Fault[] = [
  {
    name: "split",
    does: "Every byte comes by itself.",
    steps: (steps) => steps.flatMap((step) => (step.type === "data" ? singly(step.bytes) : [step])),
  },
  { name: "lump", does: "The whole answer comes in one piece.", steps: lump },
  { name: "crlf", does: "Lines end with CR LF.", text: (text) => text.replace(/\r?\n/g, "\r\n") },
  {
    name: "cr",
    does: "Lines of events end with CR.",
    text: (text) => (isEvent(text) ? text.replace(/\r?\n/g, "\r") : text),
  },
  {
    name: "no-space",
    does: "No space stands after a field's colon.",
    text: (text) => text.replace(/^(event|data): /gm, "$1:"),
  },
  {
    name: "comments",
    does: "Comments or empty lines keep the connection alive between the events.",
    text: (text) => (isEvent(text) ? `: keep-alive\n\n${text}` : `\n${text}`),
  },
  {
    name: "fields",
    does: "Events carry ids and times to retry after.",
    text: (text) => (isEvent(text) ? `id: 1\nretry: 1000\n${text}` : text),
  },
  {
    name: "bom",
    does: "The answer begins with a byte order mark.",
    steps: (steps) => before(steps, [0xef, 0xbb, 0xbf]),
  },
  {
    name: "no-end",
    does: "The last line is not ended.",
    steps: (steps) => mapLast(steps, (bytes) => bytes.slice(0, lastContent(bytes) + 1)),
  },
  {
    name: "bad-utf8",
    does: "A text has bytes in it that are not UTF-8.",
    payloads: (payloads) => inText(payloads, [0xc3, 0x28, 0xff]),
  },
  {
    name: "nul",
    does: "A text has a NUL byte in it, which JSON does not allow.",
    payloads: (payloads) => inText(payloads, [0]),
  },
];

function isEvent(text: string): boolean {
  return /^(?:event|data):/.test(text);
}

function singly(bytes: Uint8Array): SimStep[] {
  return Array.from(bytes, (byte): SimStep => ({ type: "data", bytes: Uint8Array.of(byte) }));
}

function lump(steps: readonly SimStep[]): SimStep[] {
  const bytes = Uint8Array.from(steps.flatMap((step) => (step.type === "data" ? [...step.bytes] : [])));
  const head = steps.filter(({ type }) => type === "head");
  return [...head, { type: "data", bytes }, ...steps.filter(({ type }) => type !== "head" && type !== "data")];
}

function before(steps: readonly SimStep[], first: readonly number[]): SimStep[] {
  const at = steps.findIndex(({ type }) => type === "data");
  return steps.map((step, index) =>
    index === at && step.type === "data" ? { type: "data", bytes: Uint8Array.from([...first, ...step.bytes]) } : step,
  );
}

function mapLast(steps: readonly SimStep[], change: (bytes: Uint8Array) => Uint8Array): SimStep[] {
  const at = steps.findLastIndex(({ type }) => type === "data");
  return steps.map((step, index) =>
    index === at && step.type === "data" ? { type: "data", bytes: change(step.bytes) } : step,
  );
}

function lastContent(bytes: Uint8Array): number {
  return bytes.findLastIndex((byte) => byte !== 10 && byte !== 13);
}

/** Inserts bytes into the first text of the response. */
function inText(payloads: readonly Uint8Array[], added: readonly number[]): Uint8Array[] {
  let done = false;
  return payloads.map((bytes) => {
    const at = done ? -1 : placeIn(bytes);
    if (at < 0) return bytes;
    done = true;
    return Uint8Array.from([...bytes.slice(0, at), ...added, ...bytes.slice(at)]);
  });
}

const TEXT = /"(?:content|text|delta|thinking|reasoning_content|arguments|partial_json|input)":"(?=[^"])/;

function placeIn(bytes: Uint8Array): number {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  const found = TEXT.exec(text);
  return found === null ? -1 : found.index + found[0].length;
}
