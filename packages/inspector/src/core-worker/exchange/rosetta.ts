import {
  ConversionError,
  createBridge,
  dialectNamed,
  dialects,
  type Json,
  parseJson,
  stringifyJson,
} from "@toolglot/core";

/** A request that becomes a Rosetta case: its text, its dialect, and the model that is asked. */
export interface CaseRequest {
  readonly text: string;
  readonly from: string;
  readonly model: string;
}

/** A request in every dialect. */
export interface CaseFiles {
  /** By dialect, without that of the request. */
  readonly files: Readonly<Record<string, string>>;
  readonly losses: Readonly<Record<string, readonly CaseLoss[]>>;
}

interface CaseLoss {
  readonly feature: string;
  readonly path: string;
  readonly action: string;
}

/** Translates a request to every dialect that has requests, as the tests of the cases do: without a profile, and for the same model. */
export function translateCase({ text, from, model }: CaseRequest): CaseFiles {
  const [request, client] = [parseJson(text), dialectNamed(from)];
  const files: Record<string, string> = {};
  const losses: Record<string, readonly CaseLoss[]> = {};
  for (const { id } of dialects) {
    const provider = dialectNamed(id);
    const translated = id === from ? undefined : tryRequest({ client, provider, providerModel: model }, request);
    if (translated === undefined) continue;
    files[id] = `${stringifyJson(translated.value, { indent: 2 })}\n`;
    if (translated.losses.length > 0) losses[id] = sorted(translated.losses);
  }
  return { files, losses };
}

/** `undefined` for a dialect without requests, and for one that cannot say what this request says. */
function tryRequest(
  options: Parameters<typeof createBridge>[0],
  request: Json,
): { readonly value: object; readonly losses: readonly CaseLoss[] } | undefined {
  try {
    return createBridge(options).request(request);
  } catch (error) {
    if (error instanceof ConversionError && error.direction === "from_canonical") return undefined;
    throw error;
  }
}

function sorted(losses: readonly CaseLoss[]): CaseLoss[] {
  return losses
    .map(({ feature, path, action }) => ({ feature, path, action }))
    .toSorted(({ path: one }, { path: other }) => Number(one > other) - Number(one < other));
}
