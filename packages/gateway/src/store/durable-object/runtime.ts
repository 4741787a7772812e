/** What is used of Cloudflare's API: https://developers.cloudflare.com/durable-objects/api/ */
export interface DurableObjectState {
  readonly storage: DurableObjectStorage;
}

export interface DurableObjectStorage {
  readonly sql: SqlStorage;
  /** Keeps all changes of a function, or none. */
  transactionSync<T>(change: () => T): T;
  /** When the object is woken next, in milliseconds since 1970. */
  getAlarm(): Promise<number | null>;
  setAlarm(time: number): Promise<void>;
  deleteAll(): Promise<void>;
}

export type SqlValue = string | number | ArrayBuffer | Uint8Array | null;

export interface SqlStorage {
  exec(query: string, ...values: SqlValue[]): { toArray(): Record<string, SqlValue>[] };
}

/** A binding of a Worker: all objects of a class, by their names. */
export interface DurableObjectNamespace<Id = unknown> {
  idFromName(name: string): Id;
  get(id: Id): { fetch(url: string, init: { readonly method: "POST"; readonly body: string }): Promise<Response> };
}
