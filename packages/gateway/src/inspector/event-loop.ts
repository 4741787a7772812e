// How busy the event loop is.

/** Returns a function that tells which share of the time since its last call the event loop was busy, from 0 to 1. */
export function utilizationMeter(): () => number {
  let last = usage();
  return () => {
    const before = last;
    last = usage();
    return performance.eventLoopUtilization?.(last, before).utilization ?? 0;
  };
}

// Other runtimes than Node do not measure it.
function usage(): ReturnType<typeof performance.eventLoopUtilization> {
  return performance.eventLoopUtilization?.() ?? { idle: 0, active: 0, utilization: 0 };
}
