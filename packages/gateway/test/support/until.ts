/** Waits until a condition holds, at most for so many milliseconds: long, because the machine may be busy. */
export async function until(isTrue: () => boolean, milliseconds = 60_000): Promise<void> {
  for (const end = Date.now() + milliseconds; !isTrue() && Date.now() < end; ) await pause(2);
}

/** Tries something until it succeeds, such as the first request over a connection that is being opened. */
export async function untilSuccess<Value>(attempt: () => Promise<Value>, milliseconds = 60_000): Promise<Value> {
  for (const end = Date.now() + milliseconds; ; ) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
      await pause(5);
    }
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
