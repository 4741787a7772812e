import type { Provider, TokenCounts } from "@toolglot/gateway";
import type { Arguments } from "../args.ts";
import { dollars } from "../output/dollars.ts";
import { writeJson } from "../output/json.ts";
import { screen } from "../output/screen.ts";
import { type Column, table } from "../output/table.ts";
import type { ToolTest } from "./tool-test.ts";

/** A provider that was tried, and what came back. */
export interface TestedProvider {
  readonly provider: Provider;
  readonly model: string;
  readonly result: ToolTest;
}

/** Prints what came back; resolves to whether the tool was called as it should. */
export async function reportTest(tested: TestedProvider, args: Arguments): Promise<boolean> {
  const stdout = screen("stdout");
  const problem = problemOf(tested);
  if (args.has("json")) await writeJson(stdout, testJson(tested, problem), { isCompact: false });
  else await stdout.write(table(rowsOf(tested, problem), COLUMNS, stdout));
  return problem === undefined;
}

/** Why a test failed, and what to do. */
interface Problem {
  readonly reason: string;
  readonly next: string;
}

function problemOf({ provider, result }: TestedProvider): Problem | undefined {
  const { status, call, isValid, text, error = "", record } = result;
  if (record?.errorType === NO_CREDENTIALS)
    return { reason: error.slice(0, MAX_TEXT), next: `correct the credentials of ${provider.name}; nothing was sent` };
  if (status !== 200) return { reason: `${status}: ${error.slice(0, MAX_TEXT)}`, next: nextFor(status, provider) };
  if (call === undefined) {
    const said = text === "" ? "" : `: ${JSON.stringify(text.slice(0, MAX_TEXT))}`;
    return { reason: `it answered without calling the tool${said}`, next: OTHER_MODEL };
  }
  return isValid ? undefined : { reason: "the arguments are not two whole numbers a and b", next: OTHER_MODEL };
}

const MAX_TEXT = 300;

/** The type of an error before a request was sent, because it could not be authenticated. */
const NO_CREDENTIALS = "upstream_credentials";

const OTHER_MODEL = "try another model (--model); this one may not support tools";

function nextFor(status: number, provider: Provider): string {
  const { name, foundBy, baseUrl } = provider;
  const key = foundBy === undefined ? `the key of ${name}` : `the key in ${foundBy.variable}`;
  if (status === 401 || status === 403)
    return `check ${key}: it may be wrong, expired, or not allowed to use this model`;
  if (status === 402 || status === 429)
    return `check the account of ${key}: it has no credit, or too many requests were sent`;
  if (status === 404)
    return `check the name of the ${modelWord(provider)} (--model)${inPlace(provider, ", and whether it is served in")}`;
  if (status === 400) return "try another model (--model), and read the reason above";
  const { host } = new URL(baseUrl);
  return `check whether ${host} can be reached from here${inPlace(provider, ", and whether there is a")}, and try again`;
}

function modelWord({ platform }: Provider): string {
  return platform?.name === "azure" ? "deployment" : "model";
}

// The region or the location of a cloud, which is a part of its address.
function inPlace({ platform }: Provider, before: string): string {
  if (platform?.region !== undefined) return `${before} region ${platform.region}`;
  return platform?.location === undefined ? "" : `${before} location ${platform.location}`;
}

interface Row {
  readonly what: string;
  readonly text: string;
  readonly state?: "ok" | "failed";
}

const COLUMNS: readonly Column<Row>[] = [
  { title: "WHAT", cell: ({ what }) => what },
  {
    title: "RESULT",
    cell: ({ text }) => text,
    paint: (text, { state }, style) => {
      if (state === undefined) return text;
      return state === "ok" ? style.green(text) : style.red(text);
    },
  },
];

function rowsOf({ provider, model, result }: TestedProvider, problem: Problem | undefined): Row[] {
  const { call, isValid, record } = result;
  const { usage, cost, durationMs } = record ?? {};
  const { dialect, baseUrl } = provider;
  const at = URL.canParse(baseUrl) && new URL(baseUrl).host !== "" ? ` at ${new URL(baseUrl).host}` : "";
  return [
    { what: "provider", text: `${provider.name}, ${dialect}${at}` },
    { what: "model", text: model },
    ...(call === undefined ? [] : [{ what: "call", text: `${call.name} ${call.arguments}` }]),
    ...(call === undefined
      ? []
      : [{ what: "arguments", text: isValid ? "valid" : "not valid", state: stateOf(isValid) }]),
    ...(usage === undefined ? [] : [{ what: "tokens", text: tokensText(usage) }]),
    ...(usage === undefined ? [] : [{ what: "cost", text: cost === undefined ? "unknown" : dollars(cost) }]),
    ...(durationMs === undefined ? [] : [{ what: "time", text: `${durationMs.toLocaleString("en")} ms` }]),
    ...(problem === undefined
      ? [{ what: "result", text: "the tool was called", state: stateOf(true) }]
      : [
          { what: "result", text: problem.reason, state: stateOf(false) },
          { what: "next", text: problem.next },
        ]),
  ];
}

function stateOf(isOk: boolean): "ok" | "failed" {
  return isOk ? "ok" : "failed";
}

function tokensText({ input, cacheRead, cacheWrite, output, reasoning }: TokenCounts): string {
  const parts = [
    ["in", input],
    ["cached", cacheRead],
    ["cache written", cacheWrite],
    ["out", output],
    ["reasoning", reasoning],
  ] as const;
  const known = parts.filter(([name, count]) => count !== undefined && (count > 0 || name === "in" || name === "out"));
  return known.map(([name, count]) => `${name} ${count?.toLocaleString("en")}`).join(", ");
}

function testJson({ provider, model, result }: TestedProvider, problem: Problem | undefined): Record<string, unknown> {
  const { status, call, isValid, record } = result;
  const { usage, cost, durationMs } = record ?? {};
  return {
    ok: problem === undefined,
    provider: provider.name,
    dialect: provider.dialect,
    baseUrl: provider.baseUrl,
    model,
    status,
    ...(call === undefined ? {} : { call: { ...call, valid: isValid } }),
    ...(usage === undefined ? {} : { usage }),
    ...(cost === undefined ? {} : { cost }),
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(problem === undefined ? {} : problem),
  };
}
