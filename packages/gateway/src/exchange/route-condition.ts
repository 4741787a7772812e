import type { JsonObject, RequestTraits } from "@toolglot/core";
import type { RouteCondition } from "../config/config.ts";
import { matchesPattern } from "../config/targets.ts";
import { estimateTokens } from "../usage/estimate-tokens.ts";

/** A request, as far as routes depend on it. */
export interface RoutedRequest {
  readonly body: JsonObject;
  /** Looked up only for routes that ask for them. */
  readonly traits: () => RequestTraits;
}

/** Whether a route is for a request. */
export function holds(condition: RouteCondition, model: string, { body, traits }: RoutedRequest): boolean {
  const { background, thinking, longContext, images } = condition;
  if (background !== undefined && background !== isBackground(model)) return false;
  if (longContext !== undefined && estimateTokens(body) <= longContext) return false;
  if (thinking === undefined && images === undefined) return true;
  const has = traits();
  return (thinking ?? has.thinking) === has.thinking && (images ?? has.images) === has.images;
}

function isBackground(model: string): boolean {
  return BACKGROUND.some((pattern) => matchesPattern(pattern, model));
}

/** The small models that Claude Code, Codex, Gemini CLI and OpenCode ask for beside the conversation. */
const BACKGROUND = ["*haiku*", "*-mini", "*-mini-*", "*-nano", "*-nano-*", "*flash-lite*"];
