/** The errors of Google's APIs about a key that is not valid or has expired, with status 400: https://ai.google.dev/gemini-api/docs/troubleshooting */
export const REFUSED_KEY: RegExp = /API_KEY_INVALID|API key (?:not valid|expired)/;
