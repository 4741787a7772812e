import { ClientClosedError, ClientOfflineError, ErrorReply } from "@redis/client";
import { type FailureReason, StoreFailure } from "../../limits/store-failure.ts";

/** What an error of the server or of the connection means, in words that have neither its address nor its password. */
export function redisFailure(error: unknown): StoreFailure {
  if (error instanceof StoreFailure) return error;
  const code = codeOf(error);
  const [reason, text] = MEANINGS[code] ?? ["connection", "cannot be reached"];
  return new StoreFailure(reason, `the shared state ${text} (${code})`, code !== QUEUE_FULL && mayHaveRun(error));
}

const QUEUE_FULL = "QUEUE";

/** Codes of the server: https://redis.io/docs/latest/develop/reference/protocol-spec/#simple-errors */
const MEANINGS: Readonly<Record<string, readonly [FailureReason, string]>> = {
  NOAUTH: ["auth", "wants a password: put it into state.redis"],
  WRONGPASS: ["auth", "refuses the user or the password of state.redis"],
  NOPERM: ["auth", "does not allow its user what the gateway needs"],
  OOM: ["full", "is full: raise its maxmemory, or let it evict keys that have a time to live"],
  MISCONF: ["full", "takes no writes, because it cannot save them to its disk"],
  READONLY: ["read-only", "is read-only: it is a replica, or a failover is under way"],
  NOREPLICAS: ["read-only", "takes no writes, because it has too few replicas"],
  MASTERDOWN: ["read-only", "is a replica without its master"],
  LOADING: ["busy", "is loading its data"],
  BUSY: ["busy", "is busy with a script"],
  TRYAGAIN: ["busy", "is moving its keys to another node"],
  CLUSTERDOWN: ["connection", "has too few nodes"],
  // Commands that wait for a response are bounded; the client gives their error no class of its own.
  [QUEUE_FULL]: ["busy", "has too many requests waiting"],
};

// An error that the server has replied with changed nothing, and without a connection nothing was sent.
function mayHaveRun(error: unknown): boolean {
  return !(error instanceof ErrorReply || error instanceof ClientOfflineError || error instanceof ClientClosedError);
}

/** The code of an error, since its text may have the address. The server begins its errors with a code. */
function codeOf(error: unknown): string {
  const { code, message = "", name } = error as Partial<Error> & { readonly code?: string };
  if (error instanceof ErrorReply) return /^[A-Z]{2,}\b/.exec(message)?.[0] ?? "ERR";
  if (message === "The queue is full") return QUEUE_FULL;
  // The client's errors have no names of their own.
  return code ?? (name === "Error" ? (error as Error).constructor.name : name) ?? "no reason given";
}
