import type { ExchangeDetail, ExchangeList, ModelList, ReplayRequest, StartInfo } from "@toolglot/gateway";

/** Where the page has its exchanges from: the gateway that serves it, or the data of an exported page. */
export interface ExchangeSource {
  /** Whether there is a gateway, which tells of new exchanges and can send one again. */
  readonly isLive: boolean;
  /** A page of the traffic: the newest, or those before a sequence number. */
  list(before?: number): Promise<ExchangeList>;
  detail(id: string): Promise<ExchangeDetail>;
  body(id: string, name: string): Promise<ArrayBuffer>;
  start(): Promise<StartInfo>;
  models(): Promise<ModelList>;
  /** Sends an exchange again; resolves to the id of the new one. */
  replay(id: string, request: ReplayRequest): Promise<string>;
  /** Reads a JSONL export; resolves to the ids of its exchanges. */
  importLines(text: string): Promise<readonly string[]>;
  forgetAll(): Promise<void>;
}

/** A request that the gateway has refused, or that did not reach it. */
export class SourceError extends Error {
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.name = "SourceError";
    this.status = status;
  }
}
