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
  // GitLab's tokens are exchanged by its package gitlab-ai-provider: https://docs.gitlab.com/user/gitlab_duo/
  ["gitlab", { title: "GitLab Duo", advice: PROXY }],
  // SAP signs in with a service key by OAuth: https://help.sap.com/docs/sap-ai-core
  ["sap-ai-core", { title: "SAP AI Core", advice: PROXY }],
]);
