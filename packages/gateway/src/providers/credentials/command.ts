import { jsonIn } from "@toolglot/core/base";
import { type CredentialContext, CredentialError } from "./credentials.ts";
import { localSystem } from "./local-system.ts";
import type { Token } from "./token.ts";
import { tokenIn } from "./token-endpoint.ts";

/** How long a token is used that is printed without its expiry, in milliseconds. */
const DEFAULT_LIFE = 5 * 60_000;

/** The token that a program prints: alone, or as JSON with its expiry. */
export async function commandToken(context: CredentialContext, command: string | readonly string[]): Promise<Token> {
  const name = nameOf(command);
  const system = localSystem(context, `the command ${name}`);
  const printed = await system.run(command).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CredentialError(
      `the command ${name}, which prints the token, failed: ${reason}`,
      "run it by hand to see why",
    );
  });
  const text = printed.trim();
  const token = text.startsWith("{") ? tokenIn(jsonIn(text), context.clock.now()) : plainToken(text);
  if (token === undefined)
    throw new CredentialError(
      `the command ${name} printed no token`,
      "let it print a token alone, or JSON with access_token",
    );
  return { expiresAt: context.clock.now() + DEFAULT_LIFE, ...token };
}

function plainToken(text: string): Token | undefined {
  return /^[\x21-\x7e]+$/.test(text) ? { token: text } : undefined;
}

// The arguments may hold secrets.
function nameOf(command: string | readonly string[]): string {
  const [program = ""] = typeof command === "string" ? command.trim().split(/\s+/) : command;
  return program;
}
