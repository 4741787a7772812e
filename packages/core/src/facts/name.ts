/**
 * The names of a model, most exact first: without the prefixes and suffixes of routers, clouds and registries
 * (`openrouter/`, `us.anthropic.`, `-v1:0`, `@20250101`, `:free`), then without its date or channel.
 */
export function modelNames(name: string): readonly string[] {
  const plain = plainName(name);
  const names = [plain];
  for (let shorter = shortened(plain); shorter !== undefined; shorter = shortened(shorter)) names.push(shorter);
  return names;
}

function plainName(name: string): string {
  const lower = name.toLowerCase();
  const last = lower.slice(lower.lastIndexOf("/") + 1).replace(/^databricks-/, "");
  const tuned = /^ft:([^:]+)/.exec(last)?.[1];
  const untagged = tuned ?? last.replace(/[:@].*$/, "");
  const plain = untagged.replace(CLOUD, "");
  // Bedrock: `anthropic.claude-sonnet-4-5-20250929-v1:0`
  const versioned = plain === untagged && !plain.startsWith("claude-") ? plain : plain.replace(/-v\d+$/, "");
  return versioned.startsWith("claude-") ? claudeName(versioned) : versioned.replace(DASHED, "$1.$2");
}

/** `gpt-5-4` and `gemini-3-8-flash` in catalogs without dots; `gpt-4-1106` is a snapshot. */
const DASHED = /^((?:gpt|gemini)-\d)-(\d)(?=-|$)/;

/**
 * Bedrock puts the region and the vendor before the name:
 * https://docs.aws.amazon.com/bedrock/latest/userguide/models-supported.html
 */
const CLOUD = /^(?:[a-z]{2,6}(?:-gov)?\.)?[a-z]+\d*\.(?=[a-z]{2})/;

// `claude-sonnet-4.5` and `claude-4.5-sonnet` in other catalogs, `claude-sonnet-4-0` in Anthropic's own.
function claudeName(name: string): string {
  const dashed = name.replaceAll(".", "-");
  const swapped = dashed.replace(/^claude-([4-9](?:-\d)?)-(opus|sonnet|haiku)(?=-|$)/, "claude-$2-$1");
  return swapped.replace(/^(claude-[a-z]+-\d)-0(?=-|$)/, "$1");
}

function shortened(name: string): string | undefined {
  const shorter = name.replace(ENDING, "");
  return shorter === name || shorter === "" ? undefined : shorter;
}

/** The date or number of a snapshot, a channel, or a mode that routers add to the name. */
const ENDING =
  /-(?:20\d{6}|20\d\d-\d\d-\d\d|\d\d-20\d\d|\d\d-\d\d|0\d\d|latest|preview|exp|experimental|beta|thinking|fast)$/;
