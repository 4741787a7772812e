/** Sends a signal to all processes of a group; a group that has ended is not an error. */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // It has ended, or belongs to another user (a set-user-id program).
    if (code !== "ESRCH" && code !== "EPERM") throw error;
  }
}

/** Tracks a process group, which is killed when this process exits. */
export function trackGroup(leader: number): void {
  if (tracked.size === 0) process.on("exit", killAll);
  tracked.add(leader);
}

export function untrackGroup(leader: number): void {
  tracked.delete(leader);
  if (tracked.size === 0) process.off("exit", killAll);
}

const tracked = new Set<number>();

// A separate process group does not receive the terminal's Ctrl-C.
function killAll(): void {
  for (const leader of tracked) signalGroup(leader, "SIGKILL");
}
