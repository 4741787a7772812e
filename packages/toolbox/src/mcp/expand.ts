/** Environment variables. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** Replaces `${NAME}` and `${NAME:-default}`, and returns the names that are not set. */
export function expand(
  text: string,
  env: EnvironmentVariables,
): { readonly text: string; readonly missing: readonly string[] } {
  const missing: string[] = [];
  const filled = text.replace(VARIABLE, (_, name: string, fallback: string | undefined) => {
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    if (value === undefined && fallback === undefined) missing.push(name);
    // As in a shell, an empty variable counts as unset if there is a default.
    return fallback === undefined ? (value ?? "") : value || fallback;
  });
  return { text: filled, missing };
}

const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;
