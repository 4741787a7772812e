// Portkey's gateway from npm, in this process, so that its time can be asked for. It takes its port from the arguments.
import { createServer } from "node:net";
import { serveBenchmark } from "../subject-process.mjs";

const port = await freePort();
process.argv.push("--headless", `--port=${port}`);
await import("@portkey-ai/gateway/build/start-server.js");
serveBenchmark(port);

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port: free } = server.address();
      server.close(() => resolve(free));
    });
  });
}
