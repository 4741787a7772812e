import type {
  CredentialContext,
  LocalSystem,
  TokenRequest,
  TokenResponse,
} from "../../src/providers/credentials/credentials.ts";
import { TestClock } from "../support/test-clock.ts";

/** A context for credentials, with what they have asked for and learned. */
export interface TestContext extends CredentialContext {
  readonly clock: TestClock;
  readonly requests: TokenRequest[];
  readonly secrets: string[];
  readonly troubles: (string | undefined)[];
}

export interface ContextSetup {
  readonly answer?: (request: TokenRequest, count: number) => Partial<TokenResponse> | Error;
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string | (() => string)>>;
  readonly run?: (command: string | readonly string[]) => string | Error;
}

/** A context whose endpoints, variables, files and programs are the test's. */
export function contextOf({ answer = () => ({ status: 404 }), ...setup }: ContextSetup): TestContext {
  const requests: TokenRequest[] = [];
  const secrets: string[] = [];
  const troubles: (string | undefined)[] = [];
  return {
    clock: new TestClock(),
    requests,
    secrets,
    troubles,
    fetch: async (request) => {
      requests.push(request);
      const response = answer(request, requests.length);
      if (response instanceof Error) throw response;
      return { status: 200, headers: {}, text: "", ...response };
    },
    onSecret: (secret) => secrets.push(secret),
    onTrouble: (trouble) => troubles.push(trouble),
    onBug: (error) => {
      throw error;
    },
    system: systemOf(setup),
  };
}

/** A machine with these variables, files and programs alone. */
export function systemOf({ env = {}, files = {}, run = () => new Error("no program") }: ContextSetup): LocalSystem {
  return {
    env,
    home: "/home/me",
    readFile: async (path) => {
      const file = files[path];
      return typeof file === "function" ? file() : file;
    },
    run: async (command) => {
      const printed = run(command);
      if (printed instanceof Error) throw printed;
      return printed;
    },
  };
}

export function json(value: unknown): { text: string } {
  return { text: JSON.stringify(value) };
}
