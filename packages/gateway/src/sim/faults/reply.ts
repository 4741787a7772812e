import { RefusedRequest } from "../refused-request.ts";
import { errorReply, headStep, withHeaders } from "../replies.ts";
import { type SimStep, textStep } from "../steps.ts";
import { zeros } from "./bomb.ts";
import type { Fault, FaultContext } from "./fault.ts";

const CODES = [400, 401, 403, 404, 408, 409, 413, 429, 500, 502, 503, 504, 529];

/** Faults that replace the response. */
export const replyFaults: readonly Fault[] = [
  ...CODES.map((code) => statusFault(code)),
  ...CODES.filter((code) => code >= 408).map(flakyFault),
  {
    name: "html",
    does: "A web page is sent in place of a response, with status 200.",
    steps: (_, { dialect }) => [headStep(200, "text/html; charset=utf-8", dialect), textStep(PAGE), { type: "end" }],
  },
  {
    name: "empty",
    does: "The response has status 200 and no body.",
    steps: (steps) => steps.filter(({ type }) => type !== "data"),
  },
  {
    name: "204",
    does: "The response has status 204.",
    steps: (_, { dialect }) => [headStep(204, "application/json", dialect), { type: "end" }],
  },
  {
    name: "redirect",
    does: "The provider redirects with status 302.",
    steps: () => [
      { type: "head", status: 302, headers: { location: "http://127.0.0.1:9/elsewhere" } },
      { type: "end" },
    ],
  },
  {
    name: "wrong-type",
    does: "The response is right, and its content type is not.",
    steps: (steps) => withHeaders(steps, { "content-type": "application/octet-stream" }),
  },
  {
    name: "huge-header",
    does: "A header of 64 KiB comes with the response.",
    steps: (steps) => withHeaders(steps, { "x-huge": "x".repeat(64 * 1024) }),
  },
  {
    name: "bomb",
    does: "The response is compressed although that was not asked for, and decompresses to n MiB.",
    parameter: { means: "MiB when unpacked", default: 64 },
    steps: (steps, { n }) => [
      ...withHeaders(steps, { "content-encoding": "gzip" }).filter(({ type }) => type === "head"),
      { type: "data", bytes: zeros(n * 1024 * 1024) },
      { type: "end" },
    ],
  },
];

/** The fault that responds with this status. */
export function statusFault(code: number): Fault {
  return {
    name: `status-${code}`,
    does: `The provider answers ${code}${code === 429 ? ", and says to come back in n seconds" : ""}.`,
    ...(code === 429 ? { parameter: { means: "seconds of retry-after", default: 1 } } : {}),
    steps: (_, context) => refused(code, context, context.n),
  };
}

function flakyFault(code: number): Fault {
  return {
    name: `flaky-${code}`,
    does: `The provider answers ${code} to the first n requests for this very model, and then well.`,
    parameter: { means: "requests that fail", default: 1 },
    steps: (steps, context) => (context.earlierRequests < context.n ? refused(code, context, 0) : [...steps]),
  };
}

function refused(status: number, { dialect }: FaultContext, seconds: number): SimStep[] {
  const steps = errorReply(
    new RefusedRequest(`The simulated provider was asked to answer ${status}.`, { status }),
    dialect,
  );
  return status === 429 ? withHeaders(steps, { "retry-after": String(seconds) }) : steps;
}

const PAGE = "<!doctype html><html><head><title>Sign in</title></head><body><h1>Sign in</h1></body></html>";
