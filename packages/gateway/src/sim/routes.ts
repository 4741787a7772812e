import type { SimDialect } from "./dialects/dialect.ts";
import { simDialect } from "./dialects/index.ts";

/** What a provider's path is for. */
export interface SimRoute {
  readonly dialect: SimDialect;
  readonly action: "generate" | "count" | "embed" | "models" | "model" | "version" | "stored" | "forget" | "cancel";
  /** Or the id of a stored response. */
  readonly model: string;
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
  for (const [verb, pattern, id, action] of ROUTES) {
    const found = verb === method ? pattern.exec(path) : null;
    if (found === null) continue;
    const dialectId = dialect ?? (id === "" ? listDialect(headers) : id);
    return { dialect: simDialect(dialectId), action, model: decodeURIComponent(found.groups?.model ?? "") };
  }
  return undefined;
}

const ROUTES: readonly (readonly ["GET" | "POST" | "DELETE", RegExp, string, SimRoute["action"]])[] = [
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
