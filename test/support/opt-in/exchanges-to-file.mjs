// For `node --import`: writes what the servers of that process answer to the file that the environment names.
import { appendFileSync } from "node:fs";
import { watchServers } from "./exchanges.mjs";

const file = process.env.TOOLGLOT_TEST_EXCHANGES;
// Programs that the process starts are not watched.
delete process.env.TOOLGLOT_TEST_EXCHANGES;
watchServers((exchange) => appendFileSync(file, `${JSON.stringify(exchange)}\n`));
