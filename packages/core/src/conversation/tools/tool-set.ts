// All tools of a request, as both sides know them. Translates the names and arguments of calls between the two.

import { legalName } from "../../identity/names.ts";
import { asConstant, isConstant } from "../../json/constant.ts";
import { equalJson } from "../../json/value.ts";
import { type DialectPair, Ledger, type LedgerOptions } from "../../ledger.ts";
import { customAsFunction } from "../../mapping/tools/custom-as-function.ts";
import type { CallPart } from "../../model/call.ts";
import type { ToolReference } from "../../model/choice.ts";
import type { Dialect } from "../../model/dialect.ts";
import type { ReportEntries } from "../../model/loss.ts";
import type { NameRule } from "../../model/name-rule.ts";
import type { ProfileName } from "../../model/profile.ts";
import type { Steps } from "../../model/steps.ts";
import type { HostedFields, ToolDraft, ToolFields } from "../../model/tool.ts";
import { Place } from "../../place.ts";
import { Report } from "../../report.ts";
import { isSteps } from "../../steps.ts";
import { type SourceName, ToolLookup } from "../../tools/lookup.ts";
import { lowerTools } from "../../tools/lower.ts";
import type { LoweredTool } from "../../tools/lower-one.ts";
import type { ToolBinding } from "./tool-binding.ts";

/** The dialects between which tools are translated, and how. */
export interface ToolSetOptions {
  readonly client: Dialect;
  readonly provider: Dialect;
  readonly profile: ProfileName;
  readonly dialects: DialectPair;
  /** Whether the provider can search for tools. */
  readonly toolSearch?: boolean | undefined;
  /** The tools that the conversation has loaded, as `namespace:name`. */
  readonly loaded?: ReadonlySet<string> | undefined;
}

/** The tools of a request as the provider gets them; translates the names and arguments of their calls. */
export class ToolSet {
  /** The tools as the provider's dialect encodes them. */
  readonly drafts: readonly ToolDraft[];
  /** What was lost and changed between decoding and encoding them. */
  readonly reported: ReportEntries;
  private readonly rule: NameRule;
  private readonly wrapped: ReadonlySet<string>;
  private readonly namespaces: boolean;
  private readonly lookup: ToolLookup;
  private readonly options: ToolSetOptions;
  /** The tools that were translated, in the client's order. */
  readonly written: readonly LoweredTool[];
  private readonly bindings = new Map<LoweredTool, ToolBinding>();

  /** Translates the tools of a request, with pauses where that takes long. */
  static *translate(drafts: readonly ToolDraft[], options: ToolSetOptions, limits: LedgerOptions): Steps<ToolSet> {
    const { client, provider, profile, dialects, toolSearch, loaded } = options;
    const ledger = new Ledger(dialects, limits);
    if (drafts.length > MANY) yield;
    const decoded = drafts.map(({ tool }) => tool);
    const report = new Report(ledger, "from_canonical", Place.root, "skip");
    const callable = needsFunctions(options) ? decoded.map((tool) => customAsFunction(tool, report)) : decoded;
    const wrapped = new Set(decoded.filter((tool, index) => tool !== callable[index]).map(keyOf));
    const sources = [client, provider];
    const target = {
      dialect: provider,
      sources,
      profile,
      variant: undefined,
      onInvalid: "skip",
      toolSearch,
      loaded,
    } as const;
    const lowered = lowerTools(callable, target, ledger);
    const written = isSteps(lowered) ? yield* lowered : lowered;
    return new ToolSet(written, options, { reported: ledger.entries, wrapped, isConstant: isConstant(drafts) });
  }

  private constructor(written: readonly LoweredTool[], options: ToolSetOptions, from: TranslatedTools) {
    const { provider, dialects } = options;
    this.options = options;
    this.reported = from.reported;
    this.wrapped = from.wrapped;
    const drafts = written.map(({ draft }) => draft);
    this.drafts = from.isConstant ? asConstant(drafts) : drafts;
    this.rule = provider.profile.toolNames;
    this.namespaces = provider.profile.toolFields.has("namespace");
    this.written = written;
    this.lookup = new ToolLookup(written, dialects.to);
  }

  /** Whether the provider is given no tool at all. */
  get isEmpty(): boolean {
    return !this.written.some((tool) => this.isWritten(tool));
  }

  /** Whether the arguments of a tool differ between client and provider. */
  get hasLenses(): boolean {
    return this.written.some(({ lens }) => lens !== undefined);
  }

  /** Whether the provider gets this tool of the client's, as one that a choice can name. */
  isDeclared(name: SourceName): boolean {
    const tool = this.lookup.findSource(name);
    return tool !== undefined && tool.draft.tool.type !== "hosted";
  }

  /** Whether the provider was given a tool of this name. */
  isSent(name: string): boolean {
    return this.lookup.findTarget({ name }) !== undefined;
  }

  /** The provider's binding of a tool of the client's. */
  toProvider(name: string, namespace?: string, kind?: CallPart["kind"]): ToolBinding {
    const tool = this.lookup.findSource({ name, namespace });
    if (tool === undefined) {
      const wrapped = kind === "custom" && needsFunctions(this.options);
      return { ...this.undeclared(name, namespace), kind: kind ?? "function", wrapped };
    }
    return this.bindings.get(tool) ?? this.remember(tool);
  }

  /** The provider's binding of the function that replaces a vendor's client tool of this type. */
  builtInToProvider(type: string): ToolBinding {
    const tool = this.lookup.builtIn(type);
    if (tool === undefined) return { name: legalName(type, this.rule), kind: "function", wrapped: false };
    return this.bindingOf(tool);
  }

  /** The provider's binding of a translated tool. */
  bindingOf(tool: LoweredTool): ToolBinding {
    return this.bindings.get(tool) ?? this.remember(tool);
  }

  /** The tool that a choice names. */
  findReferenced(reference: ToolReference): LoweredTool | undefined {
    if (reference.kind !== "hosted") return this.lookup.findSource(reference);
    return reference.hostedTool && this.findHosted(reference.hostedTool);
  }

  /** The drafts of some of the tools. */
  only(isIncluded: (tool: LoweredTool) => boolean): readonly ToolDraft[] {
    const included = this.written.filter(isIncluded);
    return included.length === this.written.length ? this.drafts : included.map(({ draft }) => draft);
  }

  /** Reports what the provider's dialect cannot express of the tools, also of those that it is not given. */
  reportLosses({ ledger }: Report): void {
    this.options.provider.tools.encode(this.drafts, new Report(ledger.tools, "from_canonical"));
  }

  /** Whether the provider's dialect can declare a tool: every dialect can declare a function. */
  isWritten({ draft }: LoweredTool): boolean {
    if (draft.tool.type === "function") return true;
    return this.options.provider.tools.encode([draft], this.scratch()).length > 0;
  }

  // A choice may name a hosted tool by another version of its type.
  private findHosted({ vendorType, kind, settings }: HostedFields): LoweredTool | undefined {
    const same = this.written.find(({ draft: { tool } }) => {
      if (tool.type === "function") return tool.builtIn === vendorType;
      return tool.type === "hosted" && tool.vendorType === vendorType && hasSettings(tool, settings);
    });
    const isSameKind = ({ draft: { tool } }: LoweredTool) =>
      tool.type === "hosted" && kind !== "other" && tool.kind === kind;
    return same ?? (Object.keys(settings).length === 0 ? this.written.find(isSameKind) : undefined);
  }

  // What is encoded only to see whether it can be loses nothing.
  private scratch(): Report {
    return new Report(new Ledger(this.options.dialects), "from_canonical");
  }

  // A tool that was called earlier in the conversation and is no longer declared.
  private undeclared(name: string, namespace: string | undefined): SourceName {
    const { client, provider } = this.options;
    if (client === provider) return { name, namespace };
    if (this.namespaces) return { name: legalName(name, this.rule), namespace };
    return { name: legalName(flat(name, namespace), this.rule) };
  }

  // An agent calls the same few tools again and again: their bindings are kept.
  private remember(tool: LoweredTool): ToolBinding {
    const { name, tool: source } = tool.draft;
    const binding = this.binding(tool, name, this.namespaces ? source.namespace : undefined);
    this.bindings.set(tool, binding);
    return binding;
  }

  /** The client's binding of a tool that the model calls. */
  toClient(name: string, namespace?: string): ToolBinding {
    const tool = this.lookup.findTarget({ name, namespace });
    if (tool === undefined) return { name, namespace, kind: "function", wrapped: false };
    const { tool: source } = tool.draft;
    return this.binding(tool, source.name, source.namespace);
  }

  private binding({ draft, lens }: LoweredTool, name: string, namespace: string | undefined): ToolBinding {
    const { tool } = draft;
    const wrapped = this.wrapped.size > 0 && this.wrapped.has(keyOf(tool));
    return {
      name,
      namespace,
      kind: wrapped || tool.type === "custom" ? "custom" : "function",
      lens,
      wrapped,
      builtIn: tool.type === "function" ? tool.builtIn : undefined,
      schema: draft.inputSchema,
    };
  }
}

/** More tools take a while to lower: other requests have a turn first. */
const MANY = 256;

/** What a set of tools is constructed from. */
interface TranslatedTools {
  readonly reported: ReportEntries;
  readonly wrapped: ReadonlySet<string>;
  /** They were made of a constant. */
  readonly isConstant: boolean;
}

function hasSettings(tool: HostedFields, settings: HostedFields["settings"]): boolean {
  // `name` says which tool of an MCP server is meant, not which server.
  return Object.keys(settings).every(
    (key) => key === "name" || equalJson(tool.settings[key] ?? null, settings[key] ?? null),
  );
}

function keyOf({ namespace, name }: ToolFields): string {
  return JSON.stringify([namespace, name]);
}

function flat(name: string, namespace: string | undefined): string {
  return namespace === undefined ? name : `${namespace}__${name}`;
}

// Whether the provider has functions alone.
function needsFunctions({ client, provider }: ToolSetOptions): boolean {
  return client !== provider && !provider.profile.conversation.customTools;
}
