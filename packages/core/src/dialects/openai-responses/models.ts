/** OpenAI's own models: https://developers.openai.com/api/docs/models */
export const OWN_MODELS: RegExp = /^(?:openai\/)?(?:ft:)?(?:gpt-(?!oss)|o\d|chatgpt-|codex-|computer-use-)/;
