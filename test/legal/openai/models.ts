/** What a model's name says about the parameters that it takes (A4.1, A4.2). */
export interface Model {
  /** From 504 for gpt-5.4; undefined for the o-series. */
  readonly version?: number;
  readonly name: string;
  /** The reasoning efforts that it takes, where they are known. */
  readonly efforts?: readonly string[];
  /** The effort of a request that names none. */
  readonly effort: string;
  /** Takes `temperature` and its like while its effort is none. */
  readonly samples: boolean;
  /** Takes `stop`. */
  readonly stops: boolean;
}

const EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;
const NONE_FROM_6 = /^gpt-(6-sol|6-luna|6\.1-terra)\b/;
const PLAIN = /^gpt-\d+(\.\d+)?(-(mini|nano|sol|luna|terra|astra))?(-\d{4}-\d{2}-\d{2})?$/;

/** The facts of a reasoning model of OpenAI, or undefined for any other model. */
export function reasoningModel(name: string): Model | undefined {
  const [, series, major, minor] = /^(?:(o\d)|gpt-(\d+)(?:\.(\d+))?)(?![a-z\d])/.exec(name) ?? [];
  if (series !== undefined) return { name, effort: "medium", samples: false, stops: !/^(o3|o4-mini)/.test(name) };
  const version = Number(major) * 100 + Number(minor ?? 0);
  if (!(version >= 500) || name.includes("-chat")) return undefined;
  const efforts = PLAIN.test(name) ? effortsOf(version, name) : undefined;
  return {
    name,
    version,
    ...(efforts === undefined ? {} : { efforts }),
    effort: version > 500 && version < 506 ? "none" : "medium",
    samples: version > 500 && (version < 600 || NONE_FROM_6.test(name)),
    // Recorded: gpt-5-mini refuses it; what later ones do is not known.
    stops: version !== 500,
  };
}

function effortsOf(version: number, name: string): string[] {
  const from = (first: string, last: string) =>
    EFFORTS.slice(EFFORTS.indexOf(first as "low"), EFFORTS.indexOf(last as "low") + 1);
  if (version === 500) return from("minimal", "high");
  if (version === 501) return from("none", "high");
  if (version < 506) return from("none", "xhigh");
  if (version < 600) return from("none", "max");
  return [...(NONE_FROM_6.test(name) ? ["none"] : []), ...from("low", "max")];
}
