import { PerformanceObserver } from "node:perf_hooks";

/**
 * Tells V8 to optimize a function after a quarter of the work that it would wait for, once this process is at work. A server repeats
 * what it does for longer than V8 expects of a program: a gateway would take thousands of requests until its functions are optimized.
 * While it starts and for its first requests, functions that run once are not worth the time of the compiler.
 */
export function optimizeEarly(setFlags: (flags: string) => void): void {
  let collections = 0;
  const observer = new PerformanceObserver((list) => {
    collections += list.getEntries().length;
    if (collections < AT_WORK) return;
    observer.disconnect();
    setFlags(`--interrupt-budget=${BUDGET}`);
  });
  observer.observe({ entryTypes: ["gc"] });
}

/** The number of garbage collections after which a process is at work: that of a gateway after some hundred requests. */
const AT_WORK = 6;

/** The bytes of bytecode that a function runs before V8 looks whether to optimize it; its default is 67,584. */
const BUDGET = 15_000;
