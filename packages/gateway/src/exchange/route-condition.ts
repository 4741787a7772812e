import { findDialect, type JsonObject, requestTraits } from "@toolglot/core";
import type { RouteCondition } from "../config/config.ts";
import { matchesPattern } from "../config/targets.ts";
import { estimateTokens } from "../usage/estimate-tokens.ts";

/** A request, as far as routes depend on it. */
export interface RoutedRequest {
  /** The client's dialect. */
  readonly dialect: string;
  readonly body: JsonObject;
}

/** Whether a route is for a request. */
export function holds(condition: RouteCondition, model: string, { dialect, body }: RoutedRequest): boolean {
  const { background, thinking, longContext, images } = condition;
  if (background !== undefined && background !== isBackground(model)) return false;
  if (longContext !== undefined && estimateTokens(body) <= longContext) return false;
  if (thinking === undefined && images === undefined) return true;
  const reader = findDialect(dialect);
  const traits = reader === undefined ? NONE : requestTraits(body, reader);
  return (thinking ?? traits.thinking) === traits.thinking && (images ?? traits.images) === traits.images;
}

const NONE = { thinking: false, images: false };

function isBackground(model: string): boolean {
  return BACKGROUND.some((pattern) => matchesPattern(pattern, model));
}

/** The small models that Claude Code, Codex, Gemini CLI and OpenCode ask for beside the conversation. */
const BACKGROUND = ["*haiku*", "*-mini", "*-mini-*", "*-nano", "*-nano-*", "*flash-lite*"];
