import { RefusedRequest } from "../refused-request.ts";
import { byteFaults } from "./bytes.ts";
import { callFaults } from "./calls.ts";
import { connectionFaults } from "./connection.ts";
import { eventStreamFaults } from "./event-stream.ts";
import type { Fault } from "./fault.ts";
import { frameFaults } from "./frames.ts";
import { replyFaults, statusFault } from "./reply.ts";
import { usageFaults } from "./usage.ts";

export type { Fault } from "./fault.ts";

/** All faults; request the model `fault-<name>` or `fault-<name>@<n>`. */
export const FAULTS: readonly Fault[] = [
  ...connectionFaults,
  ...replyFaults,
  ...byteFaults,
  ...frameFaults,
  ...usageFaults,
  ...callFaults,
  ...eventStreamFaults,
];

/** The fault that a model name selects, with its number. */
export function faultIn(model: string): { readonly fault: Fault; readonly n: number } | undefined {
  const parsed = /(?:^|\/)fault-([a-z0-9-]+?)(?:@(\d+))?$/.exec(model);
  const name = parsed?.[1];
  if (name === undefined) return undefined;
  const fault = FAULTS.find((known) => known.name === name) ?? otherStatus(name);
  if (fault === undefined)
    throw new RefusedRequest(
      `The model ${model} does not exist: faults are ${FAULTS.map((known) => known.name).join(", ")}`,
      {
        status: 404,
        code: "model_not_found",
      },
    );
  const { 2: number } = parsed ?? [];
  return { fault, n: number === undefined ? (fault.parameter?.default ?? 0) : Number(number) };
}

function otherStatus(name: string): Fault | undefined {
  const code = /^status-([45]\d\d)$/.exec(name)?.[1];
  return code === undefined ? undefined : statusFault(Number(code));
}
