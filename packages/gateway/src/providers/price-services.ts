/** Who serves the models at an address, as far as prices depend on it. */
export interface PriceService {
  /** The name of its prices. */
  readonly name: string;
  /** Where some of its models have prices of their own. */
  readonly region?: string | undefined;
  /** The name of what multiplies the prices at this address. */
  readonly factor?: string | undefined;
}

/** Its models are deployments, whose names their owners choose. */
export const AZURE = "azure";

/** The service at an address; `undefined` for servers whose prices are not known. */
export function priceServiceAt(baseUrl: string): PriceService | undefined {
  if (services.has(baseUrl)) return services.get(baseUrl);
  const service = URL.canParse(baseUrl) ? serviceOf(new URL(baseUrl).hostname) : undefined;
  services.set(baseUrl, service);
  return service;
}

/** By the addresses of providers, which are few. */
const services = new Map<string, PriceService | undefined>();

function serviceOf(hostname: string): PriceService | undefined {
  const name = SERVICES.get(hostname);
  if (name !== undefined) return { name };
  for (const [host, serviceIn] of REGIONAL_SERVICES) {
    const match = host.exec(hostname);
    if (match !== null) return serviceIn(match.groups?.place);
  }
  return undefined;
}

/** Hosts, and the name of their prices. */
const SERVICES: ReadonlyMap<string, string> = new Map([
  ["api.anthropic.com", "anthropic"],
  ["generativelanguage.googleapis.com", "gemini"],
  ["api.deepseek.com", "deepseek"],
  ["api.groq.com", "groq"],
  ["api.mistral.ai", "mistral"],
  ["api.x.ai", "xai"],
  ["api.together.xyz", "together_ai"],
  ["api.together.ai", "together_ai"],
  ["api.fireworks.ai", "fireworks_ai"],
  ["api.cerebras.ai", "cerebras"],
  ["api.perplexity.ai", "perplexity"],
  ["dashscope.aliyuncs.com", "dashscope"],
  ["dashscope-intl.aliyuncs.com", "dashscope"],
  ["api.moonshot.ai", "moonshot"],
  ["api.moonshot.cn", "moonshot"],
  ["api.z.ai", "zai"],
  ["api.minimax.io", "minimax"],
  ["api.studio.nebius.com", "nebius"],
  ["api.tokenfactory.nebius.com", "nebius"],
  ["api.cohere.com", "cohere_chat"],
  ["api.cohere.ai", "cohere_chat"],
  ["ai-gateway.vercel.sh", "vercel_ai_gateway"],
]);

type RegionalService = readonly [host: RegExp, serviceIn: (place: string | undefined) => PriceService];

/** Hosts that differ from place to place. */
const REGIONAL_SERVICES: readonly RegionalService[] = [
  // Data that stays in a place: https://platform.openai.com/docs/guides/your-data
  [/^(?:(?<place>eu|us)\.)?api\.openai\.com$/, (place) => ({ name: "openai", factor: place })],
  // https://docs.aws.amazon.com/general/latest/gr/bedrock.html
  [
    /^bedrock-runtime(?:-fips)?\.(?<place>[a-z0-9-]+)\.amazonaws\.com$/,
    (region) => ({ name: "bedrock_converse", region }),
  ],
  // The global endpoint has no place: https://cloud.google.com/vertex-ai/generative-ai/docs/learn/locations
  [
    /^(?<place>[a-z0-9-]+-)?aiplatform\.googleapis\.com$/,
    (place) => ({ name: "vertex_ai", factor: place === undefined ? undefined : "regional" }),
  ],
  [/^aiplatform\.[a-z]+\.rep\.googleapis\.com$/, () => ({ name: "vertex_ai", factor: "regional" })],
  // https://learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle
  [/^[a-z0-9-]+\.(?:openai|services\.ai|cognitiveservices)\.azure\.com$/, () => ({ name: AZURE })],
];
