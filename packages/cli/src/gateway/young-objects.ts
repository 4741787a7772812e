import { PerformanceObserver } from "node:perf_hooks";
import v8 from "node:v8";

/**
 * Tells V8 to create all objects in its young generation. It would create those in the old one whose like have survived a few
 * collections, such as the first streams of a gateway. There they refer to the text of their stream until a major collection, so
 * that every other object of the stream survives as well: streams would take a quarter more time.
 */
export function createObjectsYoung(setFlags: (flags: string) => void): void {
  setFlags("--no-allocation-site-pretenuring");
  stopGrowthAt(neededSize(), setFlags);
}

/** How large the young generation becomes, in bytes: both of its halves. */
const LARGE = 16 * 1024 * 1024;
/** The same, where the large one is too small. */
const LARGEST = 2 * LARGE;

// V8 has a flag for the largest size as well, but reads it only before a program starts. A gateway with many open streams keeps all of
// the young generation, so that it is as large as V8's default only where it has to be. V8 makes it smaller when little happens: then
// it has to grow again. While it does not grow, a look now and then is enough, because to be told of a collection takes a tenth of its time.
function stopGrowthAt(size: () => number, setFlags: (flags: string) => void): void {
  const isSmall = () => usageOf("new_space").space_size < size();
  const observer = new PerformanceObserver(() => {
    if (!isSmall()) stop();
  });
  const grow = () => observer.observe({ entryTypes: ["gc"] });
  const stop = () => {
    observer.disconnect();
    setFlags(`--semi-space-growth-factor=${NO_GROWTH}`);
    const timer = setInterval(() => {
      if (!isSmall()) return;
      clearInterval(timer);
      setFlags(`--semi-space-growth-factor=${GROWTH}`);
      grow();
    }, INTERVAL);
    timer.unref();
  };
  grow();
}

/** How often it is looked whether the young generation has to grow again, in milliseconds. */
const INTERVAL = 100;

/**
 * How large the young generation may become. Large requests that wait for their responses fill it, and V8 then moves them to the old
 * one, where they die soon after: a collection frees more there than the young generation holds. To move them takes a fifth of the
 * time of a gateway.
 */
function neededSize(): () => number {
  let most = 0;
  let needed = LARGE;
  return () => {
    const used = usageOf("old_space").space_used_size;
    const isFreed = most - used > LARGE;
    if (isFreed) needed = LARGEST;
    most = isFreed ? used : Math.max(most, used);
    return needed;
  };
}

/** By how much it grows at once: V8's default, and not at all. */
const GROWTH = 2;
const NO_GROWTH = 1;

function usageOf(space: string): Pick<v8.HeapSpaceInfo, "space_size" | "space_used_size"> {
  return v8.getHeapSpaceStatistics().find(({ space_name: name }) => name === space) ?? NO_SPACE;
}

const NO_SPACE = { space_size: 0, space_used_size: 0 };
