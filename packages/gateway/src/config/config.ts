import type { DialectId, ProfileName } from "@toolglot/core";

/** The gateway's configuration, validated and with all defaults. */
export interface Config {
  readonly providers: ReadonlyMap<string, Provider>;
  readonly routes: readonly Route[];
  readonly keys: readonly ClientKey[];
  readonly server: ServerSettings;
  readonly store: StoreSettings;
  readonly inspector: InspectorSettings;
  /** The clients' keys that the config has as plain text, to be redacted in logs and errors. */
  readonly secrets?: readonly string[];
}

/** A provider that requests are sent to. */
export interface Provider {
  readonly name: string;
  readonly dialect: DialectId;
  /** The base URL as the dialect's official SDK takes it, without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeouts: Timeouts;
  readonly retries: Retries;
  readonly profile?: ProfileName;
  readonly onLoss: OnLoss;
  /** Whether it stores its responses, so that requests can continue from one; by default depends on its host. */
  readonly remembers?: boolean;
  readonly toolSearch?: ToolSearch;
  /** The models to list, and facts about some of them. */
  readonly models: readonly ModelSettings[];
}

/** Whether a request that would lose something is sent or refused. */
export type OnLoss = "report" | "refuse";

/** Whether tool search is used: if the model is known to support it, or never. */
export type ToolSearch = "auto" | "off";

/** Facts about the models that match a pattern, in addition to what the dialect knows. */
export interface ModelSettings {
  readonly match: string;
  /** Request fields that these models refuse: they are removed, with a loss. */
  readonly refuses: readonly string[];
  /** Request fields that they accept, whatever the dialect's facts say. */
  readonly accepts: readonly string[];
}

/** The targets of the models that match; the first matching route wins. */
export interface Route {
  readonly match: string;
  /** Which requests it is for; by default all. */
  readonly when?: RouteCondition;
  readonly to: readonly Target[];
  readonly profile?: ProfileName;
  readonly onLoss?: OnLoss;
  readonly toolSearch?: ToolSearch;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeouts?: Partial<Timeouts>;
  readonly retries?: Partial<Retries>;
}

/** Which requests a route is for: those for which everything holds that is set. */
export interface RouteCondition {
  /** The request is for a small model, which agents use for titles and summaries beside the conversation. */
  readonly background?: boolean;
  /** The request asks for reasoning. */
  readonly thinking?: boolean;
  /** The request has more tokens than this, by an estimate. */
  readonly longContext?: number;
  /** The request shows an image. */
  readonly images?: boolean;
}

/** A provider's model; by default the model that the client requests. */
export interface Target {
  readonly provider: string;
  readonly model?: string;
}

/** In milliseconds; 0 means none. */
export interface Timeouts {
  readonly connect: number;
  /** From the request to the first output. */
  readonly firstByte: number;
  /** Between two chunks of output; keep-alives do not count. */
  readonly idle: number;
  readonly total: number;
}

export interface Retries {
  /** How often a target is retried. */
  readonly attempts: number;
  /** The delay before the first retry, in milliseconds; it doubles each time. */
  readonly delay: number;
  /** The longest delay, in milliseconds. */
  readonly maxDelay: number;
}

/** A key of the gateway's clients, known by its SHA-256 only. */
export interface ClientKey {
  readonly name: string;
  readonly sha256: string;
  /** How many requests may be in flight at once; 0 means any number. */
  readonly concurrency: number;
  /** Whether it sees the traffic of all keys in the inspector, not only its own. */
  readonly admin?: boolean;
}

export interface ServerSettings {
  readonly host: string;
  readonly port: number;
  /** Host names, besides those of loopback addresses, that clients may use. */
  readonly hosts: readonly string[];
  /** Origins of web pages that may call it. */
  readonly origins: readonly string[];
  readonly maxBody: number;
  /** How many tools a request may offer. */
  readonly maxTools: number;
  readonly maxInFlight: number;
  /** How far the event loop may lag before new requests are refused, in milliseconds. */
  readonly maxLag: number;
  /** How long a client may go without reading, in milliseconds. */
  readonly writeTimeout: number;
  /** The silence after which a keep-alive is sent in a stream, in milliseconds; 0 means never. */
  readonly keepAlive: number;
  /** How long to wait for the first output before the stream begins without it, in milliseconds; 0 means without limit. */
  readonly commitAfter: number;
  readonly preStop: number;
  readonly drain: number;
}

export interface StoreSettings {
  /** The file that responses are stored in; by default they are in memory. */
  readonly file?: string;
  readonly maxEntries: number;
  readonly maxBytes: number;
  /** How long a request waits for the store, in milliseconds; 0 means without limit. */
  readonly timeout: number;
  /** How models' reasoning is stored, for clients that cannot send it back. */
  readonly reasoning: ReasoningSettings;
}

/** What is recorded for the inspector, in memory. */
export interface InspectorSettings {
  /** By default it depends on who can reach the gateway: on if only this machine can. */
  readonly enabled?: boolean;
  /** The oldest exchanges are dropped when all of them together are larger. */
  readonly maxBytes: number;
  /** Whether bodies are kept, not only who asked which model and how it went. */
  readonly bodies: boolean;
}

export interface ReasoningSettings {
  /** How long it is stored, in milliseconds; 0 means not at all. */
  readonly maxAge: number;
  readonly maxEntries: number;
  readonly maxBytes: number;
}
