import type { JsonObject } from "@toolglot/core";

/** An official SDK as a client of the gateway. All have this interface, so that a scenario is written once. */
export interface Client {
  readonly dialect: string;
  /** Features that not all dialects have. */
  readonly features: Features;
  converse(asking: ConversationOptions): Conversation;
  /** The models that the SDK lists. */
  models(): Promise<string[]>;
  /** Counts tokens, where the SDK can. */
  readonly count?: (model: string, text: string) => Promise<number>;
  /** The status of an error of the SDK's own class; nothing for all others. */
  statusOf(error: unknown): number | undefined;
}

export interface Features {
  /** A tool choice. */
  readonly choice: boolean;
  /** Results that are marked as errors. */
  readonly failed: boolean;
  /** Pictures in results. */
  readonly picturesInResults: boolean;
}

/** Where the gateway is. */
export interface Address {
  readonly url: string;
  readonly fetch: typeof fetch;
}

/** What all requests of a conversation have in common. */
export interface ConversationOptions {
  readonly model: string;
  readonly streams: boolean;
  readonly system?: string;
  readonly tools?: readonly Tool[];
  readonly choice?: "required" | "none" | { readonly name: string };
  /** The schema of the response, which may exceed the strict modes of some vendors. */
  readonly format?: { readonly schema: JsonObject; readonly strict: boolean };
  readonly reasons?: boolean;
}

export interface Tool {
  readonly name: string;
  readonly schema: JsonObject & { readonly type: "object" };
}

/** A conversation in the SDK's own types, which grows with each turn. */
export interface Conversation {
  addUserMessage(text: string, picture?: string): void;
  addResults(results: readonly Result[]): void;
  /** Sends the conversation, also to another model than before, and appends the response as the SDK has it. */
  send(model?: string): Promise<SdkResponse>;
}

export interface Call {
  readonly id: string;
  readonly name: string;
  /** JSON, with numbers as exact as the SDK has them. */
  readonly arguments: string;
}

export interface Result {
  readonly call: Call;
  readonly text: string;
  readonly failed?: true;
  /** A PNG in Base64. */
  readonly picture?: string;
}

/** A response, as a program gets it from the SDK. */
export interface SdkResponse {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly Call[];
  readonly stop: string;
  readonly usage: { readonly input: number; readonly output: number };
}
