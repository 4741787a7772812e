import type { SimDialect } from "./dialects/dialect.ts";
import { simDialect } from "./dialects/index.ts";
import {
  claudeOnAzure,
  claudeOnBedrock,
  claudeOnVertex,
  geminiOnVertex,
  openaiOnAzure,
  type SimPlatform,
} from "./platforms.ts";

/** What a provider's path is for. */
export interface SimRoute {
  readonly dialect: SimDialect;
  readonly action: "generate" | "count" | "embed" | "models" | "model" | "version" | "stored" | "forget" | "cancel";
  /** Or the id of a stored response. */
  readonly model: string;
  /** The cloud that serves the dialect at this path, if it is not the vendor. */
  readonly platform?: SimPlatform;
}

/**
 * Finds the route of a request. The dialect is given by the caller or follows from the path, which may have a version in
 * front.
 */
export function simRoute(
  method: string,
  path: string,
  { dialect, headers }: { readonly dialect?: string; readonly headers: Readonly<Record<string, string | undefined>> },
): SimRoute | undefined {
  for (const [verb, pattern, id, action] of [...PLATFORM_ROUTES, ...ROUTES]) {
    const found = verb === method ? pattern.exec(path) : null;
    if (found === null) continue;
    const model = decodeURIComponent(found.groups?.model ?? "");
    if (typeof id === "object") return { dialect: id.dialect, action, model, platform: id };
    const dialectId = dialect ?? (id === "" ? listDialect(headers) : id);
    return { dialect: simDialect(dialectId), action, model };
  }
  return undefined;
}

type Row<Id> = readonly [method: "GET" | "POST" | "DELETE", path: RegExp, id: Id, action: SimRoute["action"]];

const VERTEX = String.raw`^\/v1(?:beta1)?(?:\/projects\/[^/]+\/locations\/[^/]+)?\/publishers`;
const CHAT = openaiOnAzure("openai-chat");
const RESPONSES = openaiOnAzure("openai-responses");

/** Vendors' models at the addresses of clouds. */
const PLATFORM_ROUTES: readonly Row<SimPlatform>[] = [
  ["POST", new RegExp(String.raw`${VERTEX}\/anthropic\/models\/count-tokens:rawPredict$`), claudeOnVertex, "count"],
  [
    "POST",
    new RegExp(String.raw`${VERTEX}\/anthropic\/models\/(?<model>[^/:]+):(?:rawP|streamRawP)redict$`),
    claudeOnVertex,
    "generate",
  ],
  [
    "POST",
    new RegExp(String.raw`${VERTEX}\/google\/models\/(?<model>[^/:]+):(?:g|streamG)enerateContent$`),
    geminiOnVertex,
    "generate",
  ],
  ["POST", new RegExp(String.raw`${VERTEX}\/google\/models\/(?<model>[^/:]+):countTokens$`), geminiOnVertex, "count"],
  ["GET", new RegExp(String.raw`${VERTEX}\/(?:google|anthropic)\/models$`), geminiOnVertex, "models"],
  ["POST", /^\/model\/(?<model>.+)\/invoke(?:-with-response-stream)?$/, claudeOnBedrock, "generate"],
  ["POST", /^\/openai(?:\/v1)?\/responses$/, RESPONSES, "generate"],
  ["POST", /^\/openai\/v1\/chat\/completions$/, CHAT, "generate"],
  ["POST", /^\/openai\/v1\/embeddings$/, CHAT, "embed"],
  ["POST", /^\/openai\/deployments\/(?<model>[^/]+)\/chat\/completions$/, CHAT, "generate"],
  ["POST", /^\/openai\/deployments\/(?<model>[^/]+)\/embeddings$/, CHAT, "embed"],
  ["GET", /^\/openai(?:\/v1)?\/models$/, CHAT, "models"],
  ["POST", /^\/anthropic\/v1\/messages$/, claudeOnAzure, "generate"],
  ["POST", /^\/anthropic\/v1\/messages\/count_tokens$/, claudeOnAzure, "count"],
];

const ROUTES: readonly Row<string>[] = [
  ["POST", /^\/api\/v1\/chat\/completions$/, "openrouter", "generate"],
  ["GET", /^\/api\/v1\/models$/, "openrouter", "models"],
  ["POST", /^(?:\/v1)?\/chat\/completions$/, "openai-chat", "generate"],
  ["POST", /^(?:\/v1)?\/embeddings$/, "openai-chat", "embed"],
  ["POST", /^(?:\/v1)?\/responses$/, "openai-responses", "generate"],
  ["POST", /^(?:\/v1)?\/responses\/input_tokens$/, "openai-responses", "count"],
  ["POST", /^(?:\/v1)?\/messages$/, "anthropic", "generate"],
  ["POST", /^(?:\/v1)?\/messages\/count_tokens$/, "anthropic", "count"],
  ["POST", /^\/v1(?:beta|alpha)?\/(?:models\/)?(?<model>.+):(?:g|streamG)enerateContent$/, "gemini", "generate"],
  ["POST", /^\/v1(?:beta|alpha)?\/(?:models\/)?(?<model>.+):countTokens$/, "gemini", "count"],
  ["POST", /^\/v1(?:beta|alpha)\/interactions$/, "gemini-interactions", "generate"],
  ["GET", /^\/v1(?:beta|alpha)\/interactions\/(?<model>[^/]+)$/, "gemini-interactions", "stored"],
  ["DELETE", /^\/v1(?:beta|alpha)\/interactions\/(?<model>[^/]+)$/, "gemini-interactions", "forget"],
  ["POST", /^\/v1(?:beta|alpha)\/interactions\/(?<model>[^/]+)\/cancel$/, "gemini-interactions", "cancel"],
  ["GET", /^\/v1(?:beta|alpha)\/models$/, "gemini", "models"],
  ["GET", /^\/v1(?:beta|alpha)\/models\/(?<model>.+)$/, "gemini", "model"],
  ["POST", /^\/model\/(?<model>.+)\/converse(?:-stream)?$/, "bedrock", "generate"],
  ["POST", /^\/model\/(?<model>.+)\/count-tokens$/, "bedrock", "count"],
  ["GET", /^\/foundation-models$/, "bedrock", "models"],
  ["GET", /^\/foundation-models\/(?<model>.+)$/, "bedrock", "model"],
  ["POST", /^\/api\/chat$/, "ollama", "generate"],
  ["GET", /^\/api\/tags$/, "ollama", "models"],
  ["POST", /^\/api\/show$/, "ollama", "model"],
  ["GET", /^\/api\/version$/, "ollama", "version"],
  ["GET", /^(?:\/v1)?\/models$/, "", "models"],
  ["GET", /^(?:\/v1)?\/models\/(?<model>.+)$/, "", "model"],
];

function listDialect(headers: Readonly<Record<string, string | undefined>>): string {
  return headers["anthropic-version"] === undefined ? "openai-chat" : "anthropic";
}
