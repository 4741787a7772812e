import type { Place } from "../place.ts";

/** A field under its camelCase or snake_case name (B1); null is absent, as proto JSON has it. */
export function field(place: Place, name: string): Place {
  const camel = place.at(name);
  const snake = place.at(snakeCase(name));
  return camel.exists || !snake.exists ? camel : snake;
}

/** B1: an unknown name is a 400, wherever it stands. */
export function checkFields(place: Place, message: keyof typeof FIELDS): void {
  const known = FIELDS[message];
  const names = [...known, ...known.map(snakeCase)];
  for (const key of Object.keys(place.object))
    place.at(key).badIf(!names.includes(key), "unknown-field", `Unknown name "${key}": Cannot find field.`);
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function words(text: string): readonly string[] {
  return text.split(/\s+/);
}

/** The fields that hold a part's data; exactly one of them is there (B2). */
export const PART_DATA: readonly string[] = words(
  "text inlineData fileData functionCall functionResponse executableCode codeExecutionResult toolCall toolResponse",
);

// B2 to B6, for the Developer API and Vertex together.
const FIELDS = {
  request: words(
    `model contents systemInstruction tools toolConfig safetySettings cachedContent labels serviceTier continuationToken
    store modelArmorConfig generationConfig`,
  ),
  content: ["role", "parts"],
  part: [
    ...PART_DATA,
    ...words("thought thoughtSignature videoMetadata mediaResolution partMetadata speechMetadata audioTranscription"),
  ],
  blob: ["mimeType", "data", "displayName"],
  file: ["mimeType", "fileUri", "displayName"],
  call: ["id", "name", "args", "partialArgs", "willContinue"],
  answer: ["id", "name", "response", "parts", "scheduling", "willContinue"],
  answerPart: ["inlineData", "fileData"],
  generation: words(
    `temperature topP topK candidateCount maxOutputTokens stopSequences responseLogprobs logprobs presencePenalty
    frequencyPenalty seed responseMimeType responseSchema responseJsonSchema responseFormat responseModalities
    mediaResolution speechConfig thinkingConfig imageConfig audioTranscriptionConfig enableEnhancedCivicAnswers
    translationConfig audioTimestamp routingConfig modelSelectionConfig enableAffectiveDialog`,
  ),
  thinking: ["includeThoughts", "thinkingBudget", "thinkingLevel"],
  tool: words(
    `functionDeclarations googleSearch googleSearchRetrieval urlContext codeExecution computerUse googleMaps fileSearch
    mcpServers retrieval enterpriseWebSearch exaAiSearch parallelAiSearch`,
  ),
  declaration: words("name description parameters parametersJsonSchema response responseJsonSchema behavior"),
  toolConfig: ["functionCallingConfig", "retrievalConfig", "includeServerSideToolInvocations"],
  calling: ["mode", "allowedFunctionNames", "streamFunctionCallArguments"],
  safety: ["category", "threshold", "method"],
} as const;
