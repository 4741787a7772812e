// The types of the inspector's API. The page imports them, and nothing else of the gateway.

import type { DialectId, Loss } from "@toolglot/core";
import type { TokenCounts } from "../observe/log.ts";

/** Why a request or an attempt has failed. */
export interface RecordedError {
  readonly type: string;
  readonly message: string;
}

/** The numbers of losses by their levels. */
export interface LossCounts {
  readonly content: number;
  readonly setting: number;
  readonly metadata: number;
}

/** One exchange in the list of the traffic. */
export interface ExchangeSummary {
  /** The sequence number of its last change. */
  readonly seq: number;
  /** The id of the request; replies name it, after `req_`, in the header that the client's dialect has for it. */
  readonly id: string;
  /** The exchanges of one conversation have the same. */
  readonly session: string;
  /** The dialect of the client. */
  readonly client: DialectId;
  /** The client itself where it is recognised, such as `claude-code`. */
  readonly agent?: string;
  /** The name of the client's key. */
  readonly key?: string;
  /** As the client asked for it. */
  readonly model: string;
  readonly provider?: string;
  readonly providerModel?: string;
  /** The dialect of the provider. */
  readonly target?: DialectId;
  readonly profile?: string;
  readonly state: "running" | "done" | "failed" | "closed";
  readonly status?: number;
  readonly error?: RecordedError;
  readonly stream: boolean;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly firstOutputMs?: number;
  readonly durationMs?: number;
  readonly usage?: TokenCounts;
  /** In US dollars, where the price is known. */
  readonly cost?: number;
  /** The names of the tools that were called, at most 8. */
  readonly calls: readonly string[];
  /** The number of tools that were offered. */
  readonly tools: number;
  readonly losses: LossCounts;
  readonly attempts: number;
  /** The start of the response's text, or of the last text of the user; at most 80 characters. */
  readonly excerpt: string;
  /** It was read from an export. */
  readonly imported?: true;
  /** The id of the exchange that this one repeats. */
  readonly replayOf?: string;
  /** Why its bodies are not kept: it is from a busy second, or there was no time to remove the secrets from them within ten seconds. */
  readonly bodiesDropped?: "sampled" | "busy";
  /** How many exchanges with the same key, which went well, ended before it in busy seconds and are not listed. */
  readonly unlisted?: number;
}

/** All of one exchange but its bodies. */
export interface ExchangeDetail {
  readonly summary: ExchangeSummary;
  readonly losses: readonly Loss[];
  readonly request: RecordedRequest;
  readonly response?: RecordedResponse;
  readonly attempts: readonly AttemptDetail[];
  /** The options of the bridge as the gateway had them, to translate again what is looked at. */
  readonly bridge?: BridgeInfo;
  /** The id of the exchange before it in the session. */
  readonly previous?: string;
}

/** What the client sent. */
export interface RecordedRequest extends BodyInfo {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What the client got. */
export interface RecordedResponse extends BodyInfo {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** A request to a provider, and its response. Times are in milliseconds since `summary.startedAt`. */
export interface AttemptDetail {
  readonly provider: string;
  readonly model: string;
  readonly dialect: DialectId;
  readonly startedMs: number;
  readonly headersMs?: number;
  readonly firstOutputMs?: number;
  readonly endedMs?: number;
  readonly status?: number;
  readonly error?: RecordedError;
  readonly request: BodyInfo & { readonly url: string; readonly headers: Readonly<Record<string, string>> };
  readonly response?: BodyInfo & { readonly headers: Readonly<Record<string, string>> };
}

/** The dialects, the profile and the model of an exchange's last translation. */
export interface BridgeInfo {
  readonly from: DialectId;
  readonly to: DialectId;
  readonly profile?: string;
  readonly model: string;
}

/** A body; its bytes are at `…/bodies/<name>`. */
export interface BodyInfo {
  /** `client-request`, `client-response`, `attempt-<n>-request` or `attempt-<n>-response`; n counts from 1. */
  readonly name: string;
  readonly bytes: number;
  /** Whether its bytes are kept: not if the config says `bodies: false`, nor if it is too large, nor if the gateway was too busy. */
  readonly kept: boolean;
  /** When the chunks of a stream came: milliseconds since `summary.startedAt`, and the offset at which each begins. */
  readonly chunks?: readonly (readonly [ms: number, offset: number])[];
}

/** A page of the traffic, the newest exchange first. */
export interface ExchangeList {
  readonly exchanges: readonly ExchangeSummary[];
  /** Whether there are older ones. */
  readonly more: boolean;
  /** What cannot be listed, where several processes record. */
  readonly missing?: readonly MissingExchanges[];
}

/** The exchanges of a worker that has ended, and with it what it had recorded; or of one that does not answer at the moment. */
export interface MissingExchanges {
  /** Counts from 1. */
  readonly worker: number;
  readonly reason: "ended" | "silent";
  /** When that was noticed, in milliseconds since 1970. */
  readonly at: number;
}

/** What a page needs to help somebody start. */
export interface StartInfo {
  readonly version: string;
  /** The address of the gateway, as the reader of this has reached it. */
  readonly url: string;
  readonly clients: readonly ClientCard[];
  readonly providers: readonly ProviderHealth[];
  readonly troubles: readonly { readonly part: string; readonly message: string }[];
  /** Whether the bodies of requests and responses are kept. */
  readonly bodies: boolean;
}

/** The models to ask for. Apart from `StartInfo`, because providers may have to be asked for theirs first. */
export interface ModelList {
  readonly models: readonly string[];
}

/** How to use the gateway with one client. */
export interface ClientCard {
  readonly name: string;
  /** The agent in `ExchangeSummary`, for those that are recognised. */
  readonly agent?: string;
  /** The lines to copy into a terminal, a program or a settings file; the first is the shortest. */
  readonly lines: readonly { readonly label: string; readonly text: string }[];
}

/** A provider, and what its last requests tell. */
export interface ProviderHealth {
  readonly name: string;
  readonly dialect: DialectId;
  readonly baseUrl: string;
  /** `unknown` as long as no request was sent to it. */
  readonly state: "ok" | "failing" | "unknown";
  /** Why its last request failed. */
  readonly error?: RecordedError;
  /** Milliseconds since 1970. */
  readonly lastUsedAt?: number;
  readonly isSimulated: boolean;
}

/** One line of an export. */
export interface ExportedExchange {
  readonly toolglot: 1;
  readonly detail: ExchangeDetail;
  /** By their names; those that are not UTF-8 as Base64. */
  readonly bodies: Readonly<Record<string, string | { readonly base64: string }>>;
}

/** To which model an exchange is sent again; by default to the same. */
export interface ReplayRequest {
  /** As in `PROVIDER/MODEL`. */
  readonly model?: string;
  readonly profile?: string;
}
