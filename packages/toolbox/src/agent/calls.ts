import { mapPool } from "../discover/pool.ts";
import type { Registry } from "../registry.ts";
import type { RunnableTool, ToolOutcome } from "../tool.ts";
import { unknownToolMessage } from "../unknown-tool.ts";
import { validate } from "../validate.ts";
import { raceAbort } from "./abort.ts";
import type { Confirm } from "./confirm.ts";
import type { AgentTools } from "./encoded-tools.ts";
import type { AgentEvent } from "./event.ts";
import type { AgentCall } from "./message.ts";
import { cancelled, refused } from "./refused.ts";
import { MAX_REPETITIONS, type RepetitionDetector } from "./repetition.ts";

/** What the calls of one turn need. */
export interface CallContext {
  readonly registry: Registry;
  readonly encodedTools: AgentTools;
  readonly confirm: Confirm;
  readonly repetition: RepetitionDetector;
  readonly signal: AbortSignal;
  /** If set, every call is refused with this reason. */
  readonly refusal?: string;
  onEvent(event: AgentEvent): void;
}

/** How many tools run at once. */
const CONCURRENCY = 8;

/** How long a tool may take to end after it was aborted, in milliseconds. */
const ABORT_GRACE = 400;

/** Runs the calls of a turn in parallel. Resolves to one outcome per call, in order; never rejects. */
export async function runCalls(calls: readonly AgentCall[], context: CallContext): Promise<ToolOutcome[]> {
  const decided: { readonly call: AgentCall; readonly refusal: ToolOutcome | undefined }[] = [];
  // The user is asked for confirmation one call at a time, before any tool runs.
  for (const call of calls) {
    context.onEvent({ type: "call-start", call });
    decided.push({ call, refusal: await refusalOf(call, context).catch(failed) });
  }
  return mapPool(decided, CONCURRENCY, async ({ call, refusal }) => {
    const outcome = refusal ?? (await runCall(call, context));
    context.onEvent({ type: "call-end", call, outcome });
    return outcome;
  });
}

async function refusalOf(call: AgentCall, context: CallContext): Promise<ToolOutcome | undefined> {
  const { encodedTools, signal, repetition, refusal } = context;
  if (signal.aborted) return cancelled();
  if (refusal !== undefined) return refused("DENIED", refusal);
  if (repetition.isRepeated(call)) return refused("DENIED", REPEATED_MESSAGE);
  if (call.unreadable !== undefined)
    return refused("INVALID_ARGUMENTS", `the arguments are not a JSON object: ${call.unreadable.slice(0, MAX_SHOWN)}`);
  const tool = encodedTools.find(call);
  if (tool === undefined) return unknownTool(call, context);
  const problem = validate(encodedTools.inputOf(call), tool.inputSchema);
  if (problem !== undefined) return refused("INVALID_ARGUMENTS", problem);
  return tool.hints.readOnly === true ? undefined : await confirmed(call, tool, context);
}

function unknownTool({ name }: AgentCall, { registry }: CallContext): ToolOutcome {
  return refused("NOT_FOUND", unknownToolMessage(name, registry.list()));
}

const REPEATED_MESSAGE = `this call had the same result ${MAX_REPETITIONS} times and was not made again; do something else, or answer`;

const MAX_SHOWN = 500;

async function confirmed(call: AgentCall, tool: RunnableTool, { confirm, signal }: CallContext) {
  const verdict = await raceAbort(confirm(call, tool, signal), signal, () => undefined);
  if (verdict === undefined) return cancelled();
  return verdict.allowed ? undefined : refused("DENIED", verdict.reason);
}

async function runCall(
  call: AgentCall,
  { registry, encodedTools, signal, onEvent }: CallContext,
): Promise<ToolOutcome> {
  if (signal.aborted) return cancelled();
  const onProgress = (message: string) => onEvent({ type: "call-progress", call, message });
  const run = registry
    .call(encodedTools.nameOf(call), encodedTools.inputOf(call), { signal, onProgress })
    .catch(failed);
  return raceAbort(run, signal, () => Promise.race([run, afterGrace()]));
}

function failed(error: unknown): ToolOutcome {
  return refused("FAILED", error instanceof Error ? error.message : String(error));
}

function afterGrace(): Promise<ToolOutcome> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(cancelled()), ABORT_GRACE);
  });
}
