import { declareLoadedTools, sourcePathsOfTools } from "../conversation/request/loaded-tools.ts";
import type { Choice } from "../model/choice.ts";
import type { CanonicalRequest } from "../model/request.ts";
import type { ToolDraft } from "../model/tool.ts";
import { parsePointer } from "../place.ts";
import { type AlignNode, fieldNodes, knownField } from "./node.ts";
import { callNames, messageNodes } from "./part-nodes.ts";

/** The messages of a request. */
export function conversationNodes({ messages }: CanonicalRequest): AlignNode[] {
  const names = callNames(messages);
  return messages.flatMap((message) => messageNodes(message, names));
}

/** The tools of a request, those that its conversation has loaded included. */
export function toolNodes(request: CanonicalRequest): AlignNode[] {
  const declared = declareLoadedTools(request);
  return (declared.tools?.drafts ?? []).map((draft) => toolNode(draft, declared));
}

function toolNode({ tool, name }: ToolDraft, request: CanonicalRequest): AlignNode {
  const pointer = sourcePathsOfTools(request)(tool.origin?.path ?? "");
  const key = tool.type === "hosted" ? [`hosted ${tool.vendorType} ${name}`, `hosted ${tool.kind}`] : [`tool ${name}`];
  return { kind: "tool", label: tool.type === "hosted" ? tool.vendorType : tool.name, pointer, keys: key, fields: [] };
}

/** The tool choice, and how many calls the model may make at once. */
export function choiceNodes({ choice }: CanonicalRequest): AlignNode[] {
  if (choice === undefined) return [];
  const own = choice.implied === true ? [] : [choiceNode(choice)];
  return choice.parallel === undefined ? own : [...own, knownField(choice, "parallel", "tool choice")];
}

function choiceNode(choice: Choice): AlignNode {
  const pointer = choice.origin?.place.pointer ?? "";
  const fields = fieldNodes(choice, []);
  return { kind: "tool choice", label: parsePointer(pointer).join("."), pointer, keys: ["choice"], fields };
}

/** The settings of a request, and its fields that the canonical model does not have. */
export function settingNodes(request: CanonicalRequest): AlignNode[] {
  const names = Object.keys(request).filter((field) => !NOT_SETTINGS.has(field));
  return fieldNodes(request, names, "setting").map((node) => {
    const [name = ""] = node.keys;
    return { ...node, family: FAMILIES[name], trait: TRAITS[name] };
  });
}

const NOT_SETTINGS: ReadonlySet<string> = new Set(["messages", "tools", "choice", "loaded", "origin", "extras"]);

/** Settings that some dialects say in one field and others in several: whether to reason, and how much. */
const FAMILIES: Readonly<Record<string, string>> = {
  thinking: "reasoning",
  effort: "reasoning",
  thinkingBudget: "reasoning",
  thinkingDisplay: "reasoning",
  includeThoughts: "reasoning",
  reasoningSummary: "reasoning",
  formatType: "format",
  formatName: "format",
  formatSchema: "format",
  formatStrict: "format",
  logprobs: "logprobs",
  topLogprobs: "logprobs",
};

/** How much to reason, and whether to show it. */
const TRAITS: Readonly<Record<string, string>> = {
  effort: "amount",
  thinkingBudget: "amount",
  thinking: "display",
  thinkingDisplay: "display",
  includeThoughts: "display",
  reasoningSummary: "display",
};
