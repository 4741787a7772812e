import type { SimFrame } from "../dialects/dialect.ts";
import { crc32, eventStreamMessage } from "../event-stream.ts";
import type { SimStep } from "../steps.ts";
import type { Fault, FaultContext } from "./fault.ts";

const MESSAGES = { means: "messages that come before", default: 2 };

/** Faults of the binary framing of AWS; they change nothing in dialects whose streams are text. */
export const eventStreamFaults: readonly Fault[] = [
  ...["throttling", "model-stream-error", "validation", "internal-server", "service-unavailable"].map(exceptionFault),
  binaryFault("error-message", "An error that is no exception comes after n messages.", (steps, { n }) =>
    cutWith(steps, n, [UNMODELED_ERROR]),
  ),
  binaryFault("bad-crc", "The checksum of the message after the first n is wrong.", (steps, { n }) =>
    mapMessage(steps, n, (bytes) => bytes.with(-1, (bytes.at(-1) ?? 0) ^ 1)),
  ),
  binaryFault("bad-prelude", "The checksum of the lengths of a message is wrong.", (steps, { n }) =>
    mapMessage(steps, n, (bytes) => bytes.with(8, (bytes[8] ?? 0) ^ 1)),
  ),
  binaryFault("bad-payload", "A byte of a payload is not the one that was sent.", (steps, { n }) =>
    mapMessage(steps, n, (bytes) => bytes.with(-6, (bytes.at(-6) ?? 0) ^ 1)),
  ),
  binaryFault("bad-length", "A message says that it has 4 GiB.", (steps, { n }) =>
    mapMessage(steps, n, (bytes) => withLength(bytes, 0xffffffff)),
  ),
  binaryFault("short-message", "The last message that comes lacks its end.", (steps, { n }) => {
    const bytes = messagesIn(steps)[n] ?? EMPTY;
    return cutWith(steps, n, [bytes.subarray(0, Math.ceil(bytes.length / 2))]);
  }),
];

type ChangeSteps = (steps: readonly SimStep[], context: FaultContext) => SimStep[];

function binaryFault(name: string, does: string, change: ChangeSteps): Fault {
  return {
    name,
    does,
    parameter: MESSAGES,
    binaryOnly: true,
    steps: (steps, context) => (isBinary(context) ? change(steps, context) : [...steps]),
  };
}

function exceptionFault(kind: string): Fault {
  const type = `${kind.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())}Exception`;
  return {
    name: `exception-${kind}`,
    does: `A ${type} comes after n messages.`,
    parameter: MESSAGES,
    binaryOnly: true,
    frames: (frames, context) => (isBinary(context) ? [...frames.slice(0, context.n), exception(type)] : [...frames]),
  };
}

function exception(event: string): SimFrame {
  return { event, data: { message: `The simulated provider was asked for a ${event}.` } };
}

function isBinary({ dialect, stream }: FaultContext): boolean {
  return stream && dialect.envelope !== undefined;
}

const EMPTY = new Uint8Array();

// An error that the service model does not know: https://smithy.io/2.0/aws/amazon-eventstream.html#unmodeled-errors
const UNMODELED_ERROR: Uint8Array = eventStreamMessage(
  { ":message-type": "error", ":error-code": "InternalFailure", ":error-message": "The simulated provider failed." },
  EMPTY,
);

function messagesIn(steps: readonly SimStep[]): Uint8Array[] {
  return steps.flatMap((step) => (step.type === "data" ? [step.bytes] : []));
}

/** The first n messages, then others, then the end. */
function cutWith(steps: readonly SimStep[], n: number, others: readonly Uint8Array[]): SimStep[] {
  const head = steps.filter(({ type }) => type === "head");
  const messages = [...messagesIn(steps).slice(0, n), ...others];
  return [...head, ...messages.map((bytes): SimStep => ({ type: "data", bytes })), { type: "end" }];
}

function mapMessage(steps: readonly SimStep[], n: number, change: (bytes: Uint8Array) => Uint8Array): SimStep[] {
  let before = 0;
  return steps.map((step) =>
    step.type === "data" && before++ === n ? { type: "data", bytes: change(step.bytes) } : step,
  );
}

function withLength(bytes: Uint8Array, length: number): Uint8Array {
  const changed = bytes.slice();
  const view = new DataView(changed.buffer);
  view.setUint32(0, length);
  view.setUint32(8, crc32(changed.subarray(0, 8)));
  return changed;
}
