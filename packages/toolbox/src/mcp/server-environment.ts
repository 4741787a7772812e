/**
 * The environment of a server: a few harmless variables, and those of its config. API keys of providers are not
 * inherited.
 */
export function serverEnvironment(
  own: Readonly<Record<string, string>>,
  env: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const harmless = Object.entries(env).filter(([name, value]) => INHERITED.test(name) && value !== undefined);
  return { ...(Object.fromEntries(harmless) as Record<string, string>), ...own };
}

const INHERITED = /^(?:PATH|HOME|LANG|LC_[A-Z]+|TZ|TMPDIR|USER|LOGNAME|SHELL|TERM)$/;
