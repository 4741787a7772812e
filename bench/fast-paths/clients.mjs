/** The dialect to which recorded answers of another are translated: one whose wire has little in common with theirs. */
export function clientOf(provider) {
  return provider === "anthropic" ? "openai-chat" : "anthropic";
}
