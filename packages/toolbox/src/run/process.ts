import { ProcessRun } from "./process-run.ts";
import type { ProcessOptions, ProcessResult } from "./process-types.ts";

/**
 * Runs a program in a process group of its own, without a shell. Never rejects, and leaves no process of the group
 * behind; a process that leaves its group on purpose is out of reach.
 */
export function runProcess(path: string, args: readonly string[], options: ProcessOptions): Promise<ProcessResult> {
  const { semaphore, signal, guard } = options;
  const task = async () => {
    const denied = await guard?.();
    const run = new ProcessRun(options);
    return denied === undefined ? run.start(path, args) : run.deny(denied);
  };
  return semaphore === undefined ? task() : semaphore.run(task, signal);
}
