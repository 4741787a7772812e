import { asFunction, unwrapText, wrapText } from "../content/custom.ts";
import { readInput } from "../content/input.ts";
import { legalName } from "../identity/names.ts";
import { asConstant, isConstant } from "../json/constant.ts";
import { stringifyJson } from "../json/stringify.ts";
import type { CallInput, CallPart } from "../model/call.ts";
import type { Dialect } from "../model/dialect.ts";
import type { Json } from "../model/json.ts";
import type { Change, Loss } from "../model/loss.ts";
import type { NameRule, ProfileName } from "../model/profile.ts";
import type { JsonSchema } from "../model/schema.ts";
import type { ToolFields } from "../model/tool.ts";
import { Place } from "../place.ts";
import { type Ends, Ledger, Report } from "../report.ts";
import { apply, type Lens } from "../schema/lens.ts";
import { isBounded } from "../tools/bounded.ts";
import { type SourceName, ToolLookup } from "../tools/lookup.ts";
import { readTools } from "../tools/read.ts";
import { type WrittenTool, writeTools } from "../tools/write.ts";

/** Between which dialects tools are translated, and how. */
export interface ToolsBetween {
  readonly client: Dialect;
  readonly provider: Dialect;
  readonly profile: ProfileName;
  readonly ends: Ends;
}

/** How a tool is known at the other end, and what its arguments go through on the way. */
export interface Passage extends SourceName {
  readonly kind: "function" | "custom";
  readonly lens?: Lens | undefined;
  /** The schema that the provider was given. */
  readonly schema?: JsonSchema | undefined;
  /** A tool that takes free text stands as a function at the provider's end. */
  readonly wrapped: boolean;
}

/** The tools of a request as the provider gets them, and the way of calls to and from them. */
export class ToolSet {
  readonly value: readonly Json[];
  private readonly ledger: Ledger;
  private readonly rule: NameRule;
  private readonly wrapped: ReadonlySet<string>;
  private readonly namespaces: boolean;
  private readonly lookup: ToolLookup;
  private readonly passages = new Map<WrittenTool, Passage>();

  constructor(tools: readonly Json[], { client, provider, profile, ends }: ToolsBetween) {
    this.ledger = new Ledger(ends);
    const decoded = readTools(tools, client, this.ledger, { onInvalid: "skip" });
    const report = new Report(this.ledger, "from_canonical", Place.root, "skip");
    const needsFunctions = client !== provider && !provider.profile.conversation.customTools;
    const callable = needsFunctions ? decoded.map((tool) => asFunction(tool, report)) : decoded;
    this.wrapped = new Set(decoded.filter((tool, index) => tool !== callable[index]).map(keyOf));
    const written = writeTools(
      callable,
      { dialect: provider, profile, variant: undefined, onInvalid: "skip" },
      this.ledger,
    );
    // What never changes need not be written twice either.
    this.value = isConstant(tools) ? asConstant(written.value, stringifyJson(written.value)) : written.value;
    this.rule = provider.profile.toolNames;
    this.namespaces = provider.profile.toolFields.has("namespace");
    this.lookup = new ToolLookup(written.tools, ends.to);
  }

  losses(): Loss[] {
    return this.ledger.losses();
  }

  changes(): Change[] {
    return this.ledger.changes();
  }

  /** Whether the provider gets the tool that the client calls so, as one that can be chosen by its name. */
  knows({ name, namespace }: SourceName): boolean {
    const tool = this.lookup.named(namespace === undefined ? name : `${namespace}:${name}`);
    return tool !== undefined && tool.draft.tool.type !== "hosted";
  }

  /** Whether the provider was given a tool of this name. */
  isSent(name: string): boolean {
    return this.lookup.sent(name) !== undefined;
  }

  /** What the provider calls a tool of the client's. */
  toProvider(name: string, namespace?: string, kind?: CallPart["kind"]): Passage {
    const tool = this.lookup.named(namespace === undefined ? name : `${namespace}:${name}`) ?? this.lookup.named(name);
    if (tool === undefined)
      return { name: legalName(flat(name, namespace), this.rule), kind: kind ?? "function", wrapped: false };
    return this.passages.get(tool) ?? this.remember(tool);
  }

  // An agent calls the same few tools again and again.
  private remember(tool: WrittenTool): Passage {
    const { name, tool: source } = tool.draft;
    const passage = this.passage(tool, name, this.namespaces ? source.namespace : undefined);
    this.passages.set(tool, passage);
    return passage;
  }

  /** What the client calls a tool of the provider's. */
  toClient(name: string, namespace?: string): Passage {
    const tool = this.lookup.sent(namespace === undefined ? name : `${namespace}:${name}`) ?? this.lookup.sent(name);
    if (tool === undefined) return { name, namespace, kind: "function", wrapped: false };
    const { tool: source } = tool.draft;
    return this.passage(tool, source.name, source.namespace);
  }

  private passage({ draft, lens }: WrittenTool, name: string, namespace: string | undefined): Passage {
    const { tool } = draft;
    const wrapped = this.wrapped.size > 0 && this.wrapped.has(keyOf(tool));
    return {
      name,
      namespace,
      kind: wrapped || tool.type === "custom" ? "custom" : "function",
      lens,
      wrapped,
      schema: draft.inputSchema,
    };
  }
}

/** Arguments on their way to the provider. */
export function lowerInput(input: CallInput, { lens, wrapped }: Passage): CallInput {
  if (wrapped) return wrapText(input);
  return throughLens(input, lens, "lower");
}

/** Arguments on their way back to the client. */
export function liftInput(input: CallInput, { lens, wrapped }: Passage): CallInput {
  if (wrapped) return unwrapText(input);
  return throughLens(input, lens, "lift");
}

// What is no JSON, or too deep to be walked, is kept raw: a lens has nothing to say to it.
function throughLens(input: CallInput, lens: Lens | undefined, direction: "lower" | "lift"): CallInput {
  if (lens === undefined || input.type === "text") return input;
  const value = input.type === "value" ? input.value : readInput(input).value;
  if (value === undefined || !isBounded(value)) return input;
  return { type: "value", value: apply(lens, direction, value) };
}

function keyOf({ namespace, name }: ToolFields): string {
  return JSON.stringify([namespace, name]);
}

function flat(name: string, namespace: string | undefined): string {
  return namespace === undefined ? name : `${namespace}__${name}`;
}
