// Our gateway, as `toolglot serve` starts it: with a line for each request, on standard error. With `rests`, its date stands still while it is
// told to rest.
import { lineLog } from "../../../packages/cli/dist/gateway/log.js";
import { tuneV8 } from "../../../packages/cli/dist/gateway/tune-v8.js";
import { readConfig, serve } from "../../../packages/gateway/dist/index.js";
import { nodeClock } from "../../../packages/gateway/dist/transports/node/clock.js";
import { serveBenchmark } from "../subject-process.mjs";
import { restingClock } from "./resting-clock.mjs";

const [origin, dialect, model, inspector = "on", rests] = process.argv.slice(2);
const baseUrl = dialect.startsWith("openai") ? `${origin}/v1` : origin;
const text = JSON.stringify({
  providers: { mock: { dialect, baseUrl, apiKey: "key-of-the-mock" } },
  routes: [{ match: "*", to: `mock/${model}` }],
  server: { maxInFlight: 10_000, maxLag: 0 },
  inspector: { enabled: inspector === "on" },
});
const config = await readConfig(text, { name: "bench.json", env: {} });
const clock = rests === "rests" ? restingClock(nodeClock()) : undefined;
const { port } = await serve({ config, port: 0, clock, ...lineLog(), onLoaded: tuneV8 });
serveBenchmark(port);
