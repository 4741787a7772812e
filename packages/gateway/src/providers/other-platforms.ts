/** A provider of models.dev's list that a base URL and a key do not reach, and what does. */
export interface OtherPlatform {
  readonly title: string;
  /** What to write instead of `preset`. */
  readonly advice: string;
}

// Their SDKs exchange tokens that expire.
const PROXY = "run a proxy that signs in for you, and write its dialect and baseUrl";

/** By name. */
export const otherPlatforms: ReadonlyMap<string, OtherPlatform> = new Map([
  ["azure", { title: "Azure", advice: azureAdvice("AZURE", "openai.azure.com") }],
  [
    "azure-cognitive-services",
    {
      title: "Azure Cognitive Services",
      advice: azureAdvice("AZURE_COGNITIVE_SERVICES", "cognitiveservices.azure.com"),
    },
  ],
  ["google-vertex", { title: "Vertex", advice: vertexAdvice("gemini") }],
  [
    "google-vertex-anthropic",
    {
      title: "Vertex (Anthropic)",
      advice: vertexAdvice("anthropic"),
    },
  ],
  // GitLab's tokens are exchanged by its package gitlab-ai-provider: https://docs.gitlab.com/user/gitlab_duo/
  ["gitlab", { title: "GitLab Duo", advice: PROXY }],
  // SAP signs in with a service key by OAuth: https://help.sap.com/docs/sap-ai-core
  ["sap-ai-core", { title: "SAP AI Core", advice: PROXY }],
]);

// `auth: gcp` reads GOOGLE_APPLICATION_CREDENTIALS.
function vertexAdvice(dialect: string): string {
  return `write { dialect: ${dialect}, platform: vertex, project: "\${GOOGLE_VERTEX_PROJECT}", location: "\${GOOGLE_VERTEX_LOCATION:-global}", auth: gcp }`;
}

function azureAdvice(prefix: string, host: string): string {
  return `write { dialect: openai-responses, platform: azure, baseUrl: "https://\${${prefix}_RESOURCE_NAME}.${host}/openai/v1", apiKey: "\${${prefix}_API_KEY}" }`;
}
