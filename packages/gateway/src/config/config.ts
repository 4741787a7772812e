import type { DialectId, ProfileName } from "@toolglot/core";
import type { KeyLimits } from "../caller.ts";
import type { AuthSettings } from "../providers/credentials/settings.ts";
import type { PlatformSettings } from "../providers/platforms/platform.ts";
import type { TokenPrices } from "../providers/prices.ts";
import type { ProviderKey } from "../providers/provider-key.ts";

/** The gateway's configuration, validated and with all defaults. */
export interface Config {
  readonly providers: ReadonlyMap<string, Provider>;
  readonly routes: readonly Route[];
  readonly keys: readonly ClientKey[];
  /** A file with more keys, which `toolglot keys` writes. */
  readonly keyFile?: string;
  readonly server: ServerSettings;
  readonly store: StoreSettings;
  /** Where replicas of the gateway share what they store; by default each has its own. */
  readonly state?: StateSettings;
  readonly usage: UsageSettings;
  readonly inspector: InspectorSettings;
  /** By default nothing is traced. */
  readonly telemetry?: TelemetrySettings;
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
  /** The cloud that serves the dialect, where it is not the vendor itself. */
  readonly platform?: PlatformSettings;
  /** How requests are authenticated without an `apiKey`. */
  readonly auth?: AuthSettings;
  /** Several keys, which requests are spread over. */
  readonly apiKeys?: readonly ProviderKey[];
  readonly headers: Readonly<Record<string, string>>;
  readonly timeouts: Timeouts;
  readonly retries: Retries;
  readonly profile?: ProfileName;
  readonly onLoss: LossPolicy;
  /** Whether it stores its responses, so that requests can continue from one; by default depends on its host. */
  readonly remembers?: boolean;
  readonly toolSearch?: ToolSearchMode;
  readonly caching?: Caching;
  /** The models to list, and facts about some of them. */
  readonly models: readonly ModelSettings[];
  /** The variable that it was found by, if no config names it. */
  readonly foundBy?: FoundBy;
}

/** The environment variable that made a provider. */
export interface FoundBy {
  readonly variable: string;
  /** Other presets whose key is in the same variable; each of them needs a config. */
  readonly others?: readonly string[];
  /** The variable may be set for another purpose, so only requests that name the provider are sent to it. */
  readonly isNamedOnly?: true;
}

/** Whether a request that would lose something is sent or refused. */
export type LossPolicy = "report" | "refuse";

/** Whether tool search is used: if the model is known to support it, also by a search of the gateway if it is not, or never. */
export type ToolSearchMode = "native" | "auto" | "off";

/** Whether the provider's prompt cache is used for clients that do not ask for it themselves. */
export type Caching = "auto" | "off";

/** Facts about the models that match a pattern, in addition to what the dialect knows. */
export interface ModelSettings {
  readonly match: string;
  /** Request fields that these models refuse: they are removed, with a loss. */
  readonly refuses: readonly string[];
  /** Request fields that they accept, whatever the dialect's facts say. */
  readonly accepts: readonly string[];
  /** What they cost, whatever is known of it. */
  readonly price?: TokenPrices;
}

/** The targets of the models that match; the first matching route wins. */
export interface Route {
  readonly match: string;
  /** Which requests it is for; by default all. */
  readonly when?: RouteCondition;
  readonly to: readonly Target[];
  /** How the targets share the conversations: each starts with the first (by default), or with any, by their weights. */
  readonly balance?: Balance;
  readonly profile?: ProfileName;
  readonly onLoss?: LossPolicy;
  readonly toolSearch?: ToolSearchMode;
  readonly caching?: Caching;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeouts?: Partial<Timeouts>;
  readonly retries?: Partial<Retries>;
}

export type Balance = "order" | "weighted";

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
  /** Its share of the conversations where they are balanced by weight; by default 1. */
  readonly weight?: number;
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
  /** Whether it sees the traffic of all keys in the inspector and their usage, not only its own. */
  readonly admin?: boolean;
  /** Patterns of the models that it may use; by default all. */
  readonly models?: readonly string[];
  /** What it may use. */
  readonly limits?: KeyLimits;
  /** From when on it is refused, in milliseconds since 1970. */
  readonly expires?: number;
}

/** The `server` of a config: where the gateway listens, and whom it serves. */
export interface ServerSettings {
  readonly host: string;
  readonly port: number;
  /** How many processes `toolglot serve` starts; `auto` is one per processor. */
  readonly workers: number | "auto";
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
  /** How many WebSockets may be open at once; 0 means that none is served. */
  readonly maxWebSockets: number;
  /** How long a WebSocket may be open without a request, in milliseconds; 0 means without limit. */
  readonly webSocketIdle: number;
  /** How long a WebSocket may be open, in milliseconds; 0 means without limit. */
  readonly webSocketMaxAge: number;
  readonly preStop: number;
  readonly drain: number;
  /** Serves HTTPS with this certificate; by default it is plain HTTP. */
  readonly tls?: TlsSettings;
}

/** The files of a certificate, both in PEM. */
export interface TlsSettings {
  /** The certificate, followed by those that vouch for it. */
  readonly cert: string;
  readonly key: string;
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

/** What replicas of the gateway share. */
export interface StateSettings {
  readonly redis: RedisSettings;
  /** What all keys begin with. */
  readonly prefix: string;
  /** How long a request waits for it in all, in milliseconds. */
  readonly timeout: number;
  /** How long responses are stored, in milliseconds. */
  readonly maxAge: number;
  /** Whether it has keys of clients, which `toolglot keys` writes; then the gateway needs a key, even if there is none yet. */
  readonly keys?: boolean;
  readonly onDown: OnDown;
}

/** What happens while the shared state cannot be reached: `closed` refuses what needs it, `open` does without it. */
export interface OnDown {
  readonly stored: "open" | "closed";
  readonly limits: "open" | "closed";
  /** By default `open`: the keys that were known go on to be accepted. */
  readonly keys?: "open" | "closed";
}

/** A server of Redis or Valkey, or several of them. */
export interface RedisSettings {
  readonly type: "single" | "sentinel" | "cluster";
  /** `redis://` or `rediss://`; of Sentinel and Cluster, some of the nodes. */
  readonly urls: readonly string[];
  /** The name of the master that Sentinel watches. */
  readonly master?: string;
  /** Of Sentinel and Cluster, for all nodes; a single server has them in its URL too. */
  readonly username?: string;
  readonly password?: string;
}

/** How usage is counted. */
export interface UsageSettings {
  /** How many days are kept. */
  readonly days: number;
}

/** What is recorded for the inspector, in memory. */
export interface InspectorSettings {
  /** By default it depends on who can reach the gateway: on if only this machine can. */
  readonly enabled?: boolean;
  /** The oldest exchanges are dropped when all of them together are larger. */
  readonly maxBytes: number;
  /** Whether bodies are kept, not only who asked which model and how it went. */
  readonly bodies: boolean;
  /** How many exchanges in a second are kept whole while nobody looks, on average over a burst. */
  readonly maxPerSecond: number;
}

/** Where traces are sent. */
export interface TelemetrySettings {
  /** The address of a collector that takes OTLP over HTTP, without `/v1/traces`. */
  readonly otlp: string;
  /** Headers that the collector needs, such as a key. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether traces have prompts, responses and tools, not only who asked which model and how it went. */
  readonly content: boolean;
}

export interface ReasoningSettings {
  /** How long it is stored, in milliseconds; 0 means not at all. */
  readonly maxAge: number;
  readonly maxEntries: number;
  readonly maxBytes: number;
}
