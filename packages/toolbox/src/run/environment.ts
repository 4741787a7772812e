/**
 * The environment of a tool: the few variables that programs need, and those set for it. Everything else, API keys of
 * providers above all, is not inherited.
 */
export function toolEnvironment(
  own: Readonly<Record<string, string>> = {},
  from: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  const inherited = Object.entries(from).filter(isAllowed);
  return { ...Object.fromEntries(inherited), ...own };
}

const ALLOWED = new Set(["PATH", "HOME", "LANG", "TZ", "TMPDIR", "USER", "LOGNAME", "SHELL", "TERM"]);

function isAllowed(entry: [string, string | undefined]): entry is [string, string] {
  const [name, value] = entry;
  return value !== undefined && (ALLOWED.has(name) || name.startsWith("LC_"));
}
