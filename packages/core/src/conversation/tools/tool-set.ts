import { legalName } from "../../identity/names.ts";
import { asConstant, isConstant } from "../../json/constant.ts";
import { stringifyJson } from "../../json/stringify.ts";
import { equalJson } from "../../json/value.ts";
import { parseInput } from "../../mapping/nodes/call-input.ts";
import { customAsFunction, unwrapTextInput, wrapTextInput } from "../../mapping/tools/custom-as-function.ts";
import type { CallInput, CallPart } from "../../model/call.ts";
import type { ToolReference } from "../../model/choice.ts";
import type { Dialect } from "../../model/dialect.ts";
import type { Json } from "../../model/json.ts";
import type { Change, Loss } from "../../model/loss.ts";
import type { NameRule, ProfileName } from "../../model/profile.ts";
import type { JsonSchema } from "../../model/schema.ts";
import type { HostedFields, ToolFields } from "../../model/tool.ts";
import { Place } from "../../place.ts";
import { type DialectPair, Ledger, type LedgerOptions, Report } from "../../report.ts";
import type { Lens } from "../../schema/lens.ts";
import type { Steps } from "../../steps.ts";
import { countValues } from "../../tools/bounded.ts";
import { type SourceName, ToolLookup } from "../../tools/lookup.ts";
import { readTools } from "../../tools/read.ts";
import { liftArguments, lowerArguments } from "../../tools/through-lens.ts";
import { type Written, type WrittenTool, writeToolsInSteps } from "../../tools/write.ts";

/** Between which dialects tools are translated, and how. */
export interface ToolSetOptions {
  readonly client: Dialect;
  readonly provider: Dialect;
  readonly profile: ProfileName;
  readonly ends: DialectPair;
  /** Whether tools can be searched for at the provider's end. */
  readonly toolSearch?: boolean;
  /** The tools that the conversation has loaded. */
  readonly loaded?: ReadonlySet<string>;
}

/** How a tool is known at the other end, and what its arguments go through on the way. */
export interface ToolBinding extends SourceName {
  readonly kind: "function" | "custom";
  readonly lens?: Lens | undefined;
  /** The schema that the provider was given. */
  readonly schema?: JsonSchema | undefined;
  /** A tool that takes free text stands as a function at the provider's end. */
  readonly wrapped: boolean;
  /** The type of the client's own tool that stands as a function at the provider's end. */
  readonly builtIn?: string | undefined;
}

/** The tools of a request as the provider gets them, and the way of calls to and from them. */
export class ToolSet {
  readonly value: readonly Json[];
  private readonly ledger: Ledger;
  private readonly rule: NameRule;
  private readonly wrapped: ReadonlySet<string>;
  private readonly namespaces: boolean;
  private readonly lookup: ToolLookup;
  private readonly between: ToolSetOptions;
  /** Each tool that was written, in the order of the client's. */
  readonly written: readonly WrittenTool[];
  private readonly passages = new Map<WrittenTool, ToolBinding>();

  /** Translates the tools of a request, with pauses where that takes long. */
  static *translate(tools: readonly Json[], between: ToolSetOptions, options: LedgerOptions): Steps<ToolSet> {
    const { client, provider, profile, ends, ...known } = between;
    const ledger = new Ledger(ends, options);
    const decoded = readTools(tools, client, ledger, { onInvalid: "skip" });
    if (decoded.length > MANY) yield;
    const report = new Report(ledger, "from_canonical", Place.root, "skip");
    const needsFunctions = client !== provider && !provider.profile.conversation.customTools;
    const callable = needsFunctions ? decoded.map((tool) => customAsFunction(tool, report)) : decoded;
    const wrapped = new Set(decoded.filter((tool, index) => tool !== callable[index]).map(keyOf));
    const target = { dialect: provider, profile, variant: undefined, onInvalid: "skip", ...known } as const;
    const written = yield* writeToolsInSteps(callable, target, ledger);
    return new ToolSet(tools, between, { ledger, wrapped, written });
  }

  private constructor(tools: readonly Json[], between: ToolSetOptions, { ledger, wrapped, written }: Made) {
    const { provider, ends } = between;
    this.between = between;
    this.ledger = ledger;
    this.wrapped = wrapped;
    // What never changes need not be written twice either.
    this.value = isConstant(tools) ? asConstant(written.value, stringifyJson(written.value)) : written.value;
    this.rule = provider.profile.toolNames;
    this.namespaces = provider.profile.toolFields.has("namespace");
    this.written = written.tools;
    this.lookup = new ToolLookup(written.tools, ends.to);
  }

  losses(): Loss[] {
    return this.ledger.losses();
  }

  changes(): Change[] {
    return this.ledger.changes();
  }

  /** Whether the provider gets the tool that the client calls so, as one that can be chosen by its name. */
  isDeclared(name: SourceName): boolean {
    const tool = this.lookup.findSource(name);
    return tool !== undefined && tool.draft.tool.type !== "hosted";
  }

  /** Whether the provider was given a tool of this name. */
  isSent(name: string): boolean {
    return this.lookup.findTarget({ name }) !== undefined;
  }

  /** What the provider calls a tool of the client's. */
  toProvider(name: string, namespace?: string, kind?: CallPart["kind"]): ToolBinding {
    const tool = this.lookup.findSource({ name, namespace });
    if (tool === undefined) return { ...this.undeclared(name, namespace), kind: kind ?? "function", wrapped: false };
    return this.passages.get(tool) ?? this.remember(tool);
  }

  /** What the provider calls the function that stands for the client's own tool of this type. */
  builtInToProvider(type: string): ToolBinding {
    const tool = this.lookup.builtIn(type);
    if (tool === undefined) return { name: legalName(type, this.rule), kind: "function", wrapped: false };
    return this.bindingOf(tool);
  }

  /** What the provider calls a tool that was written. */
  bindingOf(tool: WrittenTool): ToolBinding {
    return this.passages.get(tool) ?? this.remember(tool);
  }

  /** The tool that a choice names. */
  findReferenced(reference: ToolReference): WrittenTool | undefined {
    if (reference.kind !== "hosted") return this.lookup.findSource(reference);
    const { client, ends } = this.between;
    const [findHosted] = readTools([reference.wire ?? null], client, new Ledger(ends), { onInvalid: "skip" });
    return findHosted?.type === "hosted" ? this.like(findHosted) : undefined;
  }

  /** The definitions of those tools alone of which this holds; all of them where it holds of all. */
  only(holds: (tool: WrittenTool) => boolean): readonly Json[] {
    const kept = this.written.filter(holds);
    if (kept.length === this.written.length) return this.value;
    const drafts = kept.map(({ draft }) => draft);
    return this.between.provider.tools.encode(drafts, this.scratch());
  }

  /** Whether the provider gets a tool at all. */
  isWritten({ draft }: WrittenTool): boolean {
    return this.between.provider.tools.encode([draft], this.scratch()).length > 0;
  }

  // A choice may name a hosted tool by another version of its type.
  private like({ vendorType, kind, settings }: HostedFields): WrittenTool | undefined {
    const same = this.written.find(({ draft: { tool } }) => {
      if (tool.type === "function") return tool.builtIn === vendorType;
      return tool.type === "hosted" && tool.vendorType === vendorType && hasSettings(tool, settings);
    });
    const kin = ({ draft: { tool } }: WrittenTool) => tool.type === "hosted" && kind !== "other" && tool.kind === kind;
    return same ?? (Object.keys(settings).length === 0 ? this.written.find(kin) : undefined);
  }

  // What was lost and changed has been told.
  private scratch(): Report {
    return new Report(new Ledger(this.between.ends), "from_canonical");
  }

  // A tool that the client has called and no longer declares.
  private undeclared(name: string, namespace: string | undefined): SourceName {
    const { client, provider } = this.between;
    if (client === provider) return { name, namespace };
    if (this.namespaces) return { name: legalName(name, this.rule), namespace };
    return { name: legalName(flat(name, namespace), this.rule) };
  }

  // An agent calls the same few tools again and again.
  private remember(tool: WrittenTool): ToolBinding {
    const { name, tool: source } = tool.draft;
    const passage = this.passage(tool, name, this.namespaces ? source.namespace : undefined);
    this.passages.set(tool, passage);
    return passage;
  }

  /** What the client calls a tool of the provider's. */
  toClient(name: string, namespace?: string): ToolBinding {
    const tool = this.lookup.findTarget({ name, namespace });
    if (tool === undefined) return { name, namespace, kind: "function", wrapped: false };
    const { tool: source } = tool.draft;
    return this.passage(tool, source.name, source.namespace);
  }

  private passage({ draft, lens }: WrittenTool, name: string, namespace: string | undefined): ToolBinding {
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

/** So many tools take a while to read. */
const MANY = 256;

/** What a set of tools is made of. */
interface Made {
  readonly ledger: Ledger;
  readonly wrapped: ReadonlySet<string>;
  readonly written: Written;
}

/** Arguments on their way to the provider. */
export function lowerInput(input: CallInput, { lens, wrapped, name }: ToolBinding, report: Report): CallInput {
  if (wrapped) return wrapTextInput(input);
  const lower = (own: Lens, value: Json, size: number): Json => lowerArguments(own, value, size, report.ledger.budget);
  return report.bounded(() => throughLens(input, lens, lower), `the arguments of ${name}`);
}

/** Arguments on their way back to the client. */
export function liftInput(input: CallInput, { lens, wrapped }: ToolBinding): CallInput {
  if (wrapped) return unwrapTextInput(input);
  return throughLens(input, lens, liftArguments);
}

type Through = (lens: Lens, value: Json, size: number) => Json;

// What is no JSON, or too deep to be walked, is kept raw: a lens has nothing to say to it.
function throughLens(input: CallInput, lens: Lens | undefined, through: Through): CallInput {
  if (lens === undefined || input.type === "text") return input;
  const value = input.type === "value" ? input.value : parseInput(input).value;
  const size = value === undefined ? undefined : countValues(value);
  if (value === undefined || size === undefined) return input;
  return { type: "value", value: through(lens, value, size) };
}

function hasSettings(tool: HostedFields, settings: HostedFields["settings"]): boolean {
  // The name of one tool of a server says which of its tools is meant, not which server.
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
