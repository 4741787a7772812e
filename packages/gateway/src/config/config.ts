/** What the gateway is told to do, checked and complete. */
export interface Config {
  readonly providers: ReadonlyMap<string, Provider>;
  readonly routes: readonly Route[];
  readonly keys: readonly ClientKey[];
  readonly server: ServerSettings;
  readonly store: StoreSettings;
  /** The clients' keys that the config has in plain, to be kept out of logs and errors. */
  readonly secrets?: readonly string[];
}

/** Where requests are sent. */
export interface Provider {
  readonly name: string;
  readonly dialect: string;
  /** What the dialect's official SDK takes for its base address, without a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeouts: Timeouts;
  readonly retries: Retries;
  readonly profile?: string;
  readonly onLoss: OnLoss;
  /** Whether it keeps its answers and can be asked to go on from one; found out by its address unless told. */
  readonly remembers?: boolean;
  readonly toolSearch?: ToolSearch;
  /** The models to list, and what is known of some of them. */
  readonly models: readonly ModelSettings[];
}

/** Whether a request that would lose something is sent all the same. */
export type OnLoss = "report" | "refuse";

/** Whether tools can be searched for: where the model is known to be able to, or never. */
export type ToolSearch = "auto" | "off";

/** What the config says of models that match a name, beyond what the dialect knows. */
export interface ModelSettings {
  readonly match: string;
  /** Fields of a request that these models refuse: they are left out, with a loss. */
  readonly refuses: readonly string[];
  /** Fields that they do take, whatever the dialect's own facts say. */
  readonly accepts: readonly string[];
}

/** Which models go where; the first that matches holds. */
export interface Route {
  readonly match: string;
  readonly to: readonly Target[];
  readonly profile?: string;
  readonly onLoss?: OnLoss;
  readonly toolSearch?: ToolSearch;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeouts?: Partial<Timeouts>;
  readonly retries?: Partial<Retries>;
}

/** A provider's model. Without a model, the one that the client asks for. */
export interface Target {
  readonly provider: string;
  readonly model?: string;
}

/** In milliseconds; 0 means none. */
export interface Timeouts {
  readonly connect: number;
  /** From the request to the first piece of the answer. */
  readonly firstByte: number;
  /** Between two pieces of the answer; what only keeps a connection alive is none. */
  readonly idle: number;
  readonly total: number;
}

export interface Retries {
  /** How often a target is tried again. */
  readonly attempts: number;
  /** The pause before the first retry, in milliseconds; it doubles each time. */
  readonly delay: number;
  /** The longest pause that is waited for. */
  readonly maxDelay: number;
}

/** Who may use the gateway. Keys are known by their SHA-256 alone. */
export interface ClientKey {
  readonly name: string;
  readonly sha256: string;
  /** How many requests may be under way at once; 0: any number. */
  readonly concurrency: number;
}

export interface ServerSettings {
  readonly host: string;
  readonly port: number;
  /** Names other than those of this machine that clients may reach it by. */
  readonly hosts: readonly string[];
  /** Web pages that may call it. */
  readonly origins: readonly string[];
  readonly maxBody: number;
  /** How many tools a request may offer. */
  readonly maxTools: number;
  readonly maxInFlight: number;
  /** How far the event loop may lag behind before new requests are turned away, in milliseconds. */
  readonly maxLag: number;
  /** How long a client may leave what it is sent unread, in milliseconds. */
  readonly writeTimeout: number;
  /** Silence after which a stream that has begun is kept alive, in milliseconds; 0: never. */
  readonly keepAlive: number;
  /** How long to wait for the first piece of an answer before the stream begins without it; 0: as long as it takes. */
  readonly commitAfter: number;
  readonly preStop: number;
  readonly drain: number;
}

export interface StoreSettings {
  /** The file that stored answers survive in; without it they live in memory. */
  readonly file?: string;
  readonly maxEntries: number;
  readonly maxBytes: number;
  /** How long a request waits for the store, in milliseconds; 0: as long as it takes. */
  readonly timeout: number;
  /** What is kept of models' reasoning, for clients that cannot send it back. */
  readonly reasoning: ReasoningSettings;
}

export interface ReasoningSettings {
  /** How long it is kept, in milliseconds; 0: not at all. */
  readonly maxAge: number;
  readonly maxEntries: number;
  readonly maxBytes: number;
}
