// A gateway in a process of its own, before the one provider that it is told of. Tells its address, and how much memory it takes
// whenever it is asked.
import {
  defaultInspector,
  defaultRetries,
  defaultServer,
  defaultStore,
  defaultTimeouts,
  defaultUsage,
} from "../../dist/config/defaults.js";
import { serve } from "../../dist/serve.js";

const [dialect, baseUrl, maxInFlight] = process.argv.slice(2);
const one = { name: "one", dialect, baseUrl, headers: {}, timeouts: defaultTimeouts, retries: defaultRetries };
const { url, gateway } = await serve({
  config: {
    providers: new Map([["one", { ...one, onLoss: "report", models: [] }]]),
    routes: [{ match: "*", to: [{ provider: "one" }], headers: {} }],
    keys: [],
    server: { ...defaultServer, maxInFlight: Number(maxInFlight), maxLag: 0 },
    inspector: defaultInspector,
    usage: defaultUsage,
    store: defaultStore,
  },
  port: 0,
});
process.on("message", () => process.send({ rss: process.memoryUsage().rss, streams: gateway.admission.streams }));
process.on("disconnect", () => process.exit());
process.send({ url });
