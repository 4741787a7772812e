import type { JsonObject } from "@toolglot/core";

/** An official SDK that talks to the gateway. All of them have this shape, so that a scenario is written once. */
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
  /** Which tool is to be called. */
  readonly choice: boolean;
  /** That a result is an error. */
  readonly failed: boolean;
  /** Pictures in results. */
  readonly picturesInResults: boolean;
}

/** How the gateway is reached. */
export interface Address {
  readonly url: string;
  readonly fetch: typeof fetch;
}

/** What is the same for every request of a conversation. */
export interface ConversationOptions {
  readonly model: string;
  readonly streams: boolean;
  readonly system?: string;
  readonly tools?: readonly Tool[];
  readonly choice?: "required" | "none" | { readonly name: string };
  /** The schema of the answer, which may be more than the strict modes of some vendors take. */
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
  send(model?: string): Promise<Answer>;
}

export interface Call {
  readonly id: string;
  readonly name: string;
  /** JSON, in which numbers are as exact as the SDK has them. */
  readonly arguments: string;
}

export interface Result {
  readonly call: Call;
  readonly text: string;
  readonly failed?: true;
  /** A PNG in Base64. */
  readonly picture?: string;
}

/** What a program sees that uses the SDK. */
export interface Answer {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly Call[];
  readonly stop: string;
  readonly usage: { readonly input: number; readonly output: number };
}
