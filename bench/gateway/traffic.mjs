// The mock provider and the load generator: in C where there is a compiler, because they then cost next to nothing, else on Node.
import { load } from "./load.mjs";
import { isCompilable, prepareTraffic, startLoad, startMock } from "./native/traffic.mjs";
import { start } from "./subject-process.mjs";

const CONNECTIONS = 16;
/** The subjects have the other one. */
const CPU = 1;

/** The mock provider, and `connect`, which makes what sends the requests of one kind to a subject. */
export async function startTraffic() {
  if (!isCompilable()) return onNode();
  const folder = prepareTraffic();
  const connect = ({ port, headers }, { path, body }) => {
    return startLoad({ folder, cpu: CPU, port, headers, path, body, connections: CONNECTIONS });
  };
  return { name: "C", mock: await startMock(folder, CPU), connect };
}

async function onNode() {
  const connect = ({ url, headers }, { path, body }) => {
    return { time: (count) => load({ url, headers, path, body, count, connections: CONNECTIONS }), stop() {} };
  };
  return { name: "Node", mock: await start("mock-provider.mjs", { cpu: CPU }), connect };
}
