import { isObject, jsonIn } from "@toolglot/core/base";
import type { Arguments } from "../args.ts";
import { CommandFailure, type FailureDetails, UsageError } from "../failure.ts";
import { programName } from "../program-name.ts";

/** A gateway that runs, on this machine or elsewhere. */
export class RunningGateway {
  readonly url: string;
  private readonly key: string | undefined;

  constructor(url: string, key: string | undefined) {
    this.url = url.replace(/\/+$/, "");
    this.key = key;
  }

  async json<T>(path: string, init?: RequestInit): Promise<T> {
    return (await (await this.send(path, init)).json()) as T;
  }

  /** The response to a request; fails unless the gateway does what it is asked for. */
  async send(path: string, init: RequestInit = {}): Promise<Response> {
    const key = this.key === undefined ? {} : { "x-toolglot-key": this.key };
    const reply = await fetch(`${this.url}${path}`, {
      ...init,
      headers: { ...(init.headers as Record<string, string> | undefined), ...key },
    }).catch((error: Error) => {
      throw error.name === "AbortError" ? error : new Unreachable(this.url, causeOf(error));
    });
    if (!reply.ok) throw failureOf(reply.status, await reply.text(), this.key);
    return reply;
  }
}

/** No gateway is at the address, or none that this program can speak with. */
export class Unreachable extends CommandFailure {
  constructor(url: string, cause = "") {
    const { reason, ...details } = unreachableBy(cause, url);
    super(reason, details);
  }
}

interface UnreachableReason extends Pick<FailureDetails, "code" | "fix"> {
  readonly reason: string;
}

function unreachableBy(cause: string, url: string): UnreachableReason {
  if (CERTIFICATE.test(cause))
    return {
      code: "certificate",
      reason: `the certificate of ${url} is not accepted (${cause})`,
      fix: "use the name that it is for with --url, and name its authority's file in NODE_EXTRA_CA_CERTS if that is not publicly known",
    };
  if (cause === "UND_ERR_SOCKET" && url.startsWith("http:"))
    return {
      code: "not_http",
      reason: `${url} does not speak HTTP`,
      fix: `if it is a gateway with a certificate, use --url ${url.replace("http:", "https:")}`,
    };
  const fix = `start one with "${programName()} serve", or say where it is with --url or --port`;
  return { code: "no_gateway", reason: `no gateway runs at ${url}`, fix };
}

/** https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const CERTIFICATE = /CERT|UNABLE_TO_|SIGNATURE/;

// `fetch` wraps the error of the connection.
function causeOf({ cause }: Error): string {
  return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}

function failureOf(status: number, text: string, key: string | undefined): CommandFailure {
  const body = jsonIn(text);
  const error = isObject(body ?? null) ? (body as { error?: { message?: string; code?: string } }).error : undefined;
  const { message = `the gateway responded with ${status}`, code } = error ?? {};
  const hint = status === 401 ? `; set TOOLGLOT_KEY to ${key === undefined ? "one" : "another one"} of its keys` : "";
  return new CommandFailure(message + hint, { code });
}

/** The address that `--url` or `--port` names. */
export function addressIn(args: Arguments): string | undefined {
  const [url, port] = [args.get("url"), args.get("port")];
  if (url !== undefined && port !== undefined) throw new UsageError("--url and --port cannot be used together");
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535))
    throw new UsageError(`--port needs a number from 0 to 65535, not ${JSON.stringify(port)}`);
  if (url !== undefined && !/^https?:\/\//i.test(url))
    throw new UsageError(`--url needs an address such as http://127.0.0.1:4141, not ${JSON.stringify(url)}`);
  return url ?? (port === undefined ? undefined : `http://127.0.0.1:${port}`);
}

/** The key that is sent to a gateway. */
export function keyIn({ TOOLGLOT_KEY }: NodeJS.ProcessEnv): string | undefined {
  return TOOLGLOT_KEY || undefined;
}
