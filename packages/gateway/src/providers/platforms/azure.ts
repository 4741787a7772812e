import type { ProviderBinding } from "../../bindings/binding.ts";
import { selectBetas } from "./betas.ts";
import { pathSegment } from "./path-segment.ts";
import type { DialectOnPlatform, Platform, PlatformSettings } from "./platform.ts";

/** Azure OpenAI and Microsoft Foundry: https://learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle */
export const azure: Platform = {
  name: "azure",
  dialects: { "openai-responses": responses, "openai-chat": chat, anthropic: claude },
  fields: ["apiVersion"],
  requiredFields: () => ({ baseUrl: "https://NAME.openai.azure.com/openai/v1" }),
  auth: ["entra", "azure", "command", "bearer"],
  hosts: /\.(?:openai|services\.ai|cognitiveservices)\.azure\.(?:com|us|cn)$/,
  baseUrl: (settings, configured = "", dialect = "") => withService(settings, configured, dialect),
};

// The address of a resource alone, as Azure's portal shows it, is enough.
function withService({ apiVersion }: PlatformSettings, baseUrl: string, dialect: string): string {
  const { pathname } = new URL(baseUrl);
  if (dialect === "anthropic") return pathname === "/" ? `${baseUrl}/anthropic` : baseUrl;
  if (apiVersion !== undefined) return pathname.endsWith("/openai") ? baseUrl : `${baseUrl}/openai`;
  if (pathname.endsWith("/openai")) return `${baseUrl}/v1`;
  return pathname === "/" ? `${baseUrl}/openai/v1` : baseUrl;
}

function chat(binding: ProviderBinding, settings: PlatformSettings): ProviderBinding {
  return openai(binding, settings, (model) => `/deployments/${pathSegment(model)}/chat/completions`);
}

function responses(binding: ProviderBinding, settings: PlatformSettings): ProviderBinding {
  // https://learn.microsoft.com/azure/ai-foundry/openai/how-to/responses
  return { ...openai(binding, settings, () => "/responses"), hostsThatKeepConversations: [/^/] };
}

/** With a version in the query, the path of a deployment; otherwise the paths of OpenAI's own API, with the deployment as the model. */
function openai(
  { countTokens, ...binding }: ProviderBinding,
  { apiVersion }: PlatformSettings,
  versionedPath: (model: string) => string,
): ProviderBinding {
  const authorization = (key: string) => ({ "api-key": key });
  if (apiVersion === undefined)
    return { ...binding, ...(countTokens === undefined ? {} : { countTokens }), authorization };
  const query = `?api-version=${apiVersion}`;
  return {
    ...binding,
    authorization,
    path: (model) => `${versionedPath(model)}${query}`,
    modelsPath: `/models${query}`,
    embeddingsPath: (model) => `/deployments/${pathSegment(model)}/embeddings${query}`,
  };
}

/** https://learn.microsoft.com/azure/ai-foundry/foundry-models/how-to/use-foundry-models-claude */
function claude(...[binding]: Parameters<DialectOnPlatform>): ProviderBinding {
  return {
    ...binding,
    adapt: ({ body, headers }) => {
      const { taken, lost } = selectBetas(headers, "azure");
      return { body, headers: { "anthropic-beta": taken.length === 0 ? undefined : taken.join(",") }, lost };
    },
  };
}
