import type { ProviderBinding } from "../../bindings/binding.ts";
import { selectBetas } from "./betas.ts";
import { pathSegment } from "./path-segment.ts";
import type { Platform, PlatformSettings } from "./platform.ts";
import { geminiOnVertex } from "./vertex-gemini.ts";
import { publisherPath, readPublisherModels } from "./vertex-paths.ts";

/** Vertex AI: https://cloud.google.com/vertex-ai/generative-ai/docs/learn/locations */
export const vertex: Platform = {
  name: "vertex",
  dialects: { gemini: geminiOnVertex, anthropic: claude },
  fields: ["project", "location"],
  // Keys of the express mode belong to a project: https://cloud.google.com/vertex-ai/generative-ai/docs/start/express-mode/overview
  requiredFields: (hasApiKey) => (hasApiKey ? {} : { project: "my-project", location: "global" }),
  auth: ["serviceAccount", "gcp", "command", "bearer"],
  hosts: /(?:^|[.-])aiplatform\.(?:[a-z]+\.rep\.)?googleapis\.com$/,
  baseUrl: ({ location = "global" }, configured) => configured ?? `https://${hostOf(location)}`,
};

/** Locations of several regions have hosts that keep data inside of them. */
const MULTI_REGIONS: readonly string[] = ["us", "eu"];

function hostOf(location: string): string {
  if (location === "global") return "aiplatform.googleapis.com";
  return MULTI_REGIONS.includes(location)
    ? `aiplatform.${location}.rep.googleapis.com`
    : `${location}-aiplatform.googleapis.com`;
}

const ANTHROPIC_VERSION = "vertex-2023-10-16";

/** https://cloud.google.com/vertex-ai/generative-ai/docs/partner-models/claude/use-claude */
function claude(binding: ProviderBinding, settings: PlatformSettings): ProviderBinding {
  const { countTokens } = binding;
  // Versions of models are written as `claude-sonnet-5-5@20260901`.
  const pathOf = (model: string) =>
    `/v1${publisherPath(settings, "anthropic")}/models/${pathSegment(model).replaceAll("%40", "@")}`;
  return {
    ...binding,
    path: (model, stream) => `${pathOf(model)}:${stream ? "streamRawPredict" : "rawPredict"}`,
    authorization: (key) => ({ "x-goog-api-key": key }),
    headers: {},
    forwardedHeaders: [],
    modelsPath: "/v1beta1/publishers/anthropic/models",
    readModels: readPublisherModels,
    adapt: ({ body: { model: _, ...body }, headers }) => {
      const { taken, lost } = selectBetas(headers, "vertex");
      const betas = taken.length === 0 ? undefined : taken.join(",");
      return {
        body: { anthropic_version: ANTHROPIC_VERSION, ...body },
        headers: { "anthropic-version": undefined, "anthropic-beta": betas },
        lost,
      };
    },
    ...(countTokens === undefined
      ? {}
      : {
          countTokens: {
            ...countTokens,
            path: () => `${pathOf("count-tokens")}:rawPredict`,
            body: (request, model) => ({ anthropic_version: ANTHROPIC_VERSION, ...countTokens.body(request, model) }),
          },
        }),
  };
}
