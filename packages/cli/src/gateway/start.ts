import type { Served, ServeOptions } from "@toolglot/gateway";
import { isLoopback, ServeError, serve, WorkerStartError } from "@toolglot/gateway/serve";
import { CommandFailure } from "../failure.ts";
import { tuneV8 } from "./tune-v8.ts";

/** Starts a gateway; explains what to do if that fails. */
export async function startGateway(options: ServeOptions): Promise<Served> {
  checkLoop(options);
  try {
    return await serve({ ...options, onLoaded: tuneV8 });
  } catch (error) {
    throw explainFailure(error, options);
  }
}

/** What a gateway listens on. */
type Address = Pick<ServeOptions, "config" | "host" | "port">;

// OLLAMA_HOST points clients at the gateway, and would point the gateway at itself.
export function checkLoop({ config, port = config.server.port }: Address): void {
  for (const { name, baseUrl } of config.providers.values()) {
    const { hostname, port: taken } = new URL(baseUrl);
    if (port !== 0 && isLoopback(hostname) && taken === String(port))
      throw new CommandFailure(
        `the provider ${name} is the gateway itself (${baseUrl}); change its baseUrl in the config, or unset OLLAMA_HOST`,
        {
          code: "loop",
        },
      );
  }
}

/** What to throw instead of an error, so that it says what to do. */
export function explainFailure(
  error: unknown,
  { config, host = config.server.host, port = config.server.port }: Address,
): unknown {
  if (error instanceof ServeError)
    return new CommandFailure(`${error.message}; or use --insecure to serve without keys`, { code: "keys_needed" });
  const { code = "", message } = error as NodeJS.ErrnoException;
  if (code === "ERR_CERTIFICATE") return new CommandFailure(message, { code });
  const reason = REASONS[code]?.(host, port);
  if (reason !== undefined) return new CommandFailure(reason, { code });
  return error instanceof WorkerStartError ? new CommandFailure(error.message, { code }) : error;
}

const REASONS: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (_, port) => `port ${port} is already in use; use another one (--port N) or any free one (--port 0)`,
  EACCES: (_, port) => `no permission to listen on port ${port}; use one above 1023 (--port N)`,
  EADDRNOTAVAIL: (host) => `${host} is not an address of this machine; try --host 127.0.0.1`,
  ENOTFOUND: (host) => `unknown host ${host}; try --host 127.0.0.1`,
};
