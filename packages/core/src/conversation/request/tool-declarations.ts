// Messages that declare tools (`additional_tools` items of the Responses API).

import { nodeReport } from "../../mapping/provenance.ts";
import type { OpaquePart } from "../../model/content.ts";
import type { Message } from "../../model/message.ts";
import type { Part } from "../../model/part.ts";
import type { ProviderContext } from "./messages-to-provider.ts";
import { isSystem } from "./system-messages.ts";

/**
 * Messages without those that declare tools before the first turn, as Codex does: the request's own list of tools says the same. Later ones
 * stay, because they tell the model when it got its tools.
 */
export function withoutToolDeclarations(messages: readonly Message[], context: ProviderContext): readonly Message[] {
  if (!context.declaresLoaded) return messages;
  const declarations = declarationsIn(messages, context);
  if (declarations.length === 0) return messages;
  for (const { parts } of declarations) for (const part of parts) nodeReport(part, context.report).change("tools-item");
  return messages.filter((message) => !declarations.includes(message));
}

function declarationsIn(messages: readonly Message[], context: ProviderContext): Message[] {
  const declarations: Message[] = [];
  for (const message of messages) {
    if (isDeclaration(message, context)) declarations.push(message);
    else if (!isSystem(message)) break;
  }
  return declarations;
}

function isDeclaration({ parts }: Message, { tools }: ProviderContext): boolean {
  if (tools === undefined || parts.length === 0) return false;
  return parts.every((part) => declares(part) && part.loads.every((tool) => tools.isDeclared(tool)));
}

function declares(part: Part): part is OpaquePart & Required<Pick<OpaquePart, "loads">> {
  return part.type === "opaque" && part.loads !== undefined;
}
