// A request for a certain model: what the model rejects is removed or replaced before the request is encoded.

import type { Facts } from "../../facts/facts.ts";
import { relevantFacts } from "../../facts/relevant.ts";
import { copyRequest } from "../../mapping/nodes/request.ts";
import { fieldReport } from "../../mapping/provenance.ts";
import type { ModelTarget } from "../../mapping/settings/model-rules.ts";
import type { CanonicalRequest } from "../../model/request.ts";
import type { Report } from "../../report.ts";
import type { Conversation } from "../conversation.ts";
import { withEffortForTools, withinModelLimits } from "./model-limits.ts";

/** A request without what its model refuses, in any dialect. */
export function fitModel(request: CanonicalRequest, conversation: Conversation, report: Report): CanonicalRequest {
  const { provider, isSameDialect } = conversation;
  const { dropsRefused } = provider.profile.conversation;
  const target = modelTarget(request, conversation);
  const withTools = provider.effortWithTools?.(request.model);
  const effort = withTools !== undefined && hasTools(request, conversation) ? withTools : undefined;
  const stopped = isSameDialect ? request : withoutEmptyStop(request, report);
  const settled = withEffortForTools(stopped, effort, report);
  return withinModelLimits(settled, dropsRefused === true ? { ...target, facts: NO_FACTS } : target, report);
}

// An empty list says nothing, and some APIs refuse it.
function withoutEmptyStop(request: CanonicalRequest, report: Report): CanonicalRequest {
  if (request.stop?.length !== 0) return request;
  fieldReport(request, "stop", report).change("null-field");
  return copyRequest(request, { stop: undefined });
}

// Tools that could not be read are passed on within one dialect.
function hasTools({ tools }: CanonicalRequest, { tools: toolSet }: Conversation): boolean {
  if (toolSet !== undefined) return !toolSet.isEmpty;
  return tools !== undefined && (tools.drafts.length > 0 || tools.reported.losses.length > 0);
}

function modelTarget({ model }: CanonicalRequest, conversation: Conversation): ModelTarget {
  const { options, isSameDialect, request } = conversation;
  return {
    facts: relevantFacts(model),
    overrides: options.modelFacts,
    sameDialect: isSameDialect,
    renamed: model !== request?.model,
  };
}

const NO_FACTS: Facts = {};
