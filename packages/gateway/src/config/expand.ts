import type { Environment } from "../providers/environment.ts";

/** Whether a text refers to an environment variable. */
export function hasVariable(text: string): boolean {
  return /\$\{/.test(text.replaceAll("$${", ""));
}

/**
 * Expands `${NAME}` and `${NAME:-default}` from the environment; `$${` stands for `${`. As in a shell, the default is also
 * used for an empty variable.
 */
export function expand(text: string, env: Environment): { value: string; missing: string[]; malformed: string[] } {
  const missing: string[] = [];
  const malformed: string[] = [];
  const value = text.replace(/\$\$\{|\$\{([^}]*)\}?/g, (whole: string, inside: string | undefined) => {
    if (inside === undefined) return "${";
    const [, name, fallback] = VARIABLE.exec(inside) ?? [];
    if (name === undefined || !whole.endsWith("}")) {
      malformed.push(whole);
      return "";
    }
    const set = Object.hasOwn(env, name) ? env[name] : undefined;
    if (set !== undefined && (set !== "" || fallback === undefined)) return set;
    if (fallback === undefined) missing.push(name);
    return fallback ?? "";
  });
  return { value, missing, malformed };
}

const VARIABLE = /^([A-Za-z_][A-Za-z0-9_]*)(?::-([\s\S]*))?$/;
