import { followConfig, type Served, type Watch } from "@toolglot/gateway";
import type { Arguments } from "../args.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { UsageError } from "../failure.ts";
import { greeting } from "../gateway/greeting.ts";
import { type Loaded, load } from "../gateway/load.ts";
import { jsonLog, lineLog } from "../gateway/record.ts";
import { startGateway } from "../gateway/start.ts";
import { screen } from "../output/screen.ts";
import { note } from "../output/words.ts";
import { onSignals } from "../signals.ts";
import type { Command } from "./command.ts";

const ABOUT = `Starts the gateway: clients of every dialect use the models of any provider.
Its config is FILE, or else toolglot.yaml, .yml or .json in the working directory; without one, the
providers are those whose keys the environment has (OPENAI_API_KEY, ANTHROPIC_API_KEY, …). One is
always there: sim, which is simulated and needs no key and no network.
SIGINT or SIGTERM lets it finish what is under way; a second one ends it at once.`;

export const serve: Command = {
  name: "serve",
  summary: "start the gateway, for any client and any provider",
  usage: "serve [--config FILE] [--host HOST] [--port N] [OPTIONS]",
  about: ABOUT,
  examples: ["toolglot serve", "toolglot serve --config toolglot.yaml --port 8080"],
  options: {
    config: { value: "FILE", help: "the config; it is read again when it changes" },
    host: { value: "HOST", help: "the address to listen on, instead of 127.0.0.1" },
    port: { value: "N", help: "the port to listen on, instead of 4141; 0: any that is free" },
    insecure: { help: "listen to other machines without asking them for a key" },
    json: { help: "print what happens as lines of JSON on standard output" },
  },
  maxPositionals: 0,
  run,
};

async function run(args: Arguments): Promise<ExitCode> {
  const [host, port] = [args.get("host"), readPort(args)];
  const loaded = await load(args.get("config"));
  const log = args.has("json") ? jsonLog() : lineLog();
  const served = await startGateway({
    config: loaded.config,
    log,
    insecure: args.has("insecure"),
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
  });
  // Who reads that it listens may stop it at once.
  const stopped = untilStopped(served);
  const watch = follow(loaded, served);
  const stdout = screen("stdout");
  if (args.has("json")) log({ event: "listening", level: "info", message: served.url });
  else await stdout.write(greeting(loaded, served.url, stdout));
  await stopped;
  watch?.close();
  return EXIT.ok;
}

function readPort(args: Arguments): number | undefined {
  const word = args.get("port");
  if (word === undefined) return undefined;
  const port = Number(word);
  if (/^\d+$/.test(word) && port <= 65_535) return port;
  throw new UsageError(`--port needs a number from 0 to 65535, not ${JSON.stringify(word)}`);
}

function follow({ file }: Loaded, { gateway }: Served): Watch | undefined {
  return file === undefined ? undefined : followConfig(file, gateway, { env: process.env });
}

function untilStopped(served: Served): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      const { load } = served.gateway;
      if (load > 0 && !served.gateway.isDraining) note(`waiting for ${load} under way; again: at once`);
      resolve(served.close());
    };
    onSignals(["SIGINT", "SIGTERM"], stop);
  });
}
