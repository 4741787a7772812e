/** What is set outside of a config. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A text with `${NAME}` and `${NAME:-default}` filled in, and the names that nothing is known of. */
export function expand(text: string, env: Environment): { readonly text: string; readonly missing: readonly string[] } {
  const missing: string[] = [];
  const filled = text.replace(VARIABLE, (_, name: string, fallback: string | undefined) => {
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    if (value === undefined && fallback === undefined) missing.push(name);
    // An empty variable counts as none where there is a default, as in a shell.
    return fallback === undefined ? (value ?? "") : value || fallback;
  });
  return { text: filled, missing };
}

const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;
