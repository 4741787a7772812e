import { byteFaults } from "./faults/bytes.ts";
import { callFaults } from "./faults/calls.ts";
import { connectionFaults } from "./faults/connection.ts";
import type { Fault } from "./faults/fault.ts";
import { frameFaults } from "./faults/frames.ts";
import { replyFaults, statusFault } from "./faults/reply.ts";
import { Refused } from "./refused.ts";

export type { Fault } from "./faults/fault.ts";

/** Every fault that can be rehearsed: ask for the model `fault-<name>` or `fault-<name>@<n>`. */
export const FAULTS: readonly Fault[] = [
  ...connectionFaults,
  ...replyFaults,
  ...byteFaults,
  ...frameFaults,
  ...callFaults,
];

/** The fault that a model's name asks for, with its number. */
export function faultOf(model: string): { readonly fault: Fault; readonly n: number } | undefined {
  const asked = /(?:^|\/)fault-([a-z0-9-]+?)(?:@(\d+))?$/.exec(model);
  const name = asked?.[1];
  if (name === undefined) return undefined;
  const fault = FAULTS.find((known) => known.name === name) ?? otherStatus(name);
  if (fault === undefined)
    throw new Refused(`The model ${model} does not exist: faults are ${FAULTS.map((known) => known.name).join(", ")}`, {
      status: 404,
      code: "model_not_found",
    });
  const { 2: number } = asked ?? [];
  return { fault, n: number === undefined ? (fault.parameter?.usual ?? 0) : Number(number) };
}

function otherStatus(name: string): Fault | undefined {
  const code = /^status-([45]\d\d)$/.exec(name)?.[1];
  return code === undefined ? undefined : statusFault(Number(code));
}
