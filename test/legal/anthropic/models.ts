/** What a model rejects; an id that the facts do not know rejects nothing. */
export interface ModelFacts {
  /** `thinking.type` values that are a 400 (A9). */
  readonly rejectedThinking: readonly string[];
  /** `thinking.type: "disabled"` is a 400 with effort `xhigh` or `max` (A9). */
  readonly thinksAtHighEffort: boolean;
  /** `tool_choice` `any` and `tool` are a 400 (A6). */
  readonly rejectsForcedChoice: boolean;
  /** Sampling parameters other than the tolerated defaults are a 400 (A1, A9). */
  readonly rejectsSampling: boolean;
  /** `role: "system"` inside `messages` is a 400 (A4). */
  readonly rejectsSystemMessages: boolean;
  /** A trailing assistant message is a 400 (A4). */
  readonly rejectsPrefill: boolean;
  /** `effort: "xhigh"` is a 400 (a recorded answer of Opus 4.6). */
  readonly rejectsXhigh: boolean;
}

interface Model {
  readonly line: string;
  readonly version: number;
}

export function factsOf(id: string): ModelFacts | undefined {
  const model = modelOf(id);
  if (model === undefined) return undefined;
  return {
    rejectedThinking: rejectedThinking(model),
    thinksAtHighEffort: matches(model, ["haiku 5.5", "opus 5"]),
    rejectsForcedChoice: matches(model, [
      "opus 5.5",
      "sonnet 5.5",
      "fable 5.1",
      "fable 5.2",
      "mythos 5.1",
      "mythos 5.2",
      "mythos preview",
    ]),
    rejectsSampling: model.version > 4.6,
    rejectsSystemMessages: !takesSystemMessages(model),
    rejectsPrefill: model.version >= 4.6,
    rejectsXhigh: model.version <= 4.6,
  };
}

// `claude-sonnet-4-5-20250929`, `claude-sonnet-4-20250514`, `claude-3-5-sonnet-20241022`, `claude-mythos-preview`.
function modelOf(id: string): Model | undefined {
  // Listed between Opus 4.6 and Opus 4.7 (A13).
  if (id.includes("mythos-preview")) return { line: "mythos preview", version: 4.65 };
  const newer = /(opus|sonnet|haiku|fable|mythos)-(\d)(?:[-.](\d)(?!\d))?/.exec(id);
  if (newer) return { line: newer[1] ?? "", version: Number(`${newer[2]}.${newer[3] ?? 0}`) };
  const older = /claude-(\d)(?:-(\d))?-(opus|sonnet|haiku)/.exec(id);
  return older ? { line: older[3] ?? "", version: Number(`${older[1]}.${older[2] ?? 0}`) } : undefined;
}

function matches({ line, version }: Model, names: readonly string[]): boolean {
  return names.includes(line) || names.includes(`${line} ${version}`);
}

function rejectedThinking(model: Model): readonly string[] {
  if (matches(model, ["mythos preview"])) return [];
  if (model.version <= 4.5) return ["adaptive"];
  if (model.version <= 4.6) return [];
  const alwaysOn = model.line === "fable" || model.line === "mythos" || matches(model, ["opus 5.5", "sonnet 5.5"]);
  return alwaysOn ? ["enabled", "disabled"] : ["enabled"];
}

function takesSystemMessages({ line, version }: Model): boolean {
  if (line === "opus") return version >= 4.8;
  return version >= 5 && (line === "fable" || line === "mythos" || (line === "haiku" && version >= 5.5));
}
