// Counts what a process does from now on: loaded into a subject of `counts.mjs` by `--import`, and asked over IPC.
import { createHook } from "node:async_hooks";
import fs from "node:fs";
import { Session } from "node:inspector/promises";
import { syncBuiltinESMExports } from "node:module";
import { getHeapStatistics } from "node:v8";

const counts = new Map();
/** How often each place in the code did what is asked for. */
const places = new Map();
const WHERE = process.env.COUNT_WHERE ?? "";
/** The functions of a pattern call each other. */
let isInPattern = false;
let allocated = 0;

function count(name) {
  counts.set(name, (counts.get(name) ?? 0) + 1);
  if (!name.startsWith(WHERE) || WHERE === "") return;
  const place = callers(new Error().stack);
  places.set(place, (places.get(place) ?? 0) + 1);
}

function callers(stack) {
  const lines = stack.split("\n").filter((line) => line.includes(" at ") && !/counting\.mjs|node:internal/.test(line));
  return lines
    .slice(0, 3)
    .map((line) => line.replace(/^\s*at (?:async )?/, "").replace(/\(?file:.*\/packages\/|\)$/g, ""))
    .join(" < ");
}

function counted(owner, key, name) {
  const original = owner[key];
  owner[key] = function (...values) {
    count(name);
    return Reflect.apply(original, this, values);
  };
}

function countedPattern(key) {
  const original = RegExp.prototype[key];
  RegExp.prototype[key] = function (...values) {
    if (isInPattern) return Reflect.apply(original, this, values);
    isInPattern = true;
    count("regular expressions");
    try {
      return Reflect.apply(original, this, values);
    } finally {
      isInPattern = false;
    }
  };
}

counted(JSON, "parse", "JSON.parse");
counted(JSON, "stringify", "JSON.stringify");
for (const key of ["exec", "test", Symbol.replace, Symbol.match, Symbol.split, Symbol.search]) countedPattern(key);
for (const key of ["writeSync", "write", "writevSync", "statSync", "stat"]) counted(fs, key, `fs.${key}`);
syncBuiltinESMExports();

const NAMES = { PROMISE: "promises", Timeout: "timers", Immediate: "setImmediate", Microtask: "queueMicrotask" };
if (process.env.COUNT_PROMISES !== "off")
  createHook({
    init(_, type) {
      if (NAMES[type] !== undefined) count(NAMES[type]);
    },
  }).enable();

const session = process.env.COUNT_KEPT === "on" ? new Session() : undefined;

process.on("message", async (asked) => {
  if (asked === "reset") await reset();
  if (asked !== "counts") return;
  const bytes = session === undefined ? used() - allocated : await kept();
  process.send({ type: "counts", counts: Object.fromEntries(counts), bytes, places: Object.fromEntries(places) });
});

async function reset() {
  // The first collection leaves dead buffers to be swept later.
  globalThis.gc();
  await new Promise(setImmediate);
  globalThis.gc();
  counts.clear();
  places.clear();
  allocated = used();
  session?.connect();
  await session?.post("HeapProfiler.startSampling", { samplingInterval: 1024, includeObjectsCollectedByMajorGC: true });
  process.send({ type: "reset" });
}

/** What has outlived a minor garbage collection since the last reset, in bytes, from a sample. */
async function kept() {
  const { profile } = await session.post("HeapProfiler.stopSampling");
  return sizeOf(profile.head);
}

function sizeOf({ selfSize, children }) {
  return children.reduce((size, child) => size + sizeOf(child), selfSize);
}

// Nothing is collected meanwhile: `counts.mjs` gives the process a heap that is large enough.
function used() {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}
