/** Sends a signal to all processes of a group; a group that is gone is no error. */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Gone, or somebody else's by now (a set-user-id program): nothing that could be done.
    if (code !== "ESRCH" && code !== "EPERM") throw error;
  }
}

/** Remembers a group until it is forgotten: it does not outlive this process. */
export function trackGroup(leader: number): void {
  if (tracked.size === 0) process.on("exit", killAll);
  tracked.add(leader);
}

export function untrackGroup(leader: number): void {
  tracked.delete(leader);
  if (tracked.size === 0) process.off("exit", killAll);
}

const tracked = new Set<number>();

// A group of its own hears no Ctrl-C of the terminal.
function killAll(): void {
  for (const leader of tracked) signalGroup(leader, "SIGKILL");
}
