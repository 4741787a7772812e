import type { Command } from "./command.ts";
import { output } from "./output.ts";

const ABOUT = `Lists the providers that are known by name: the dialect that each speaks, the variable of its
key, and whether that is set. A word searches names, variables, dialects and addresses. A provider
needs its variables alone, or { preset: NAME } in a config.
test asks one of them, or a provider of the config, to call a small tool, which costs a few hundred
tokens, and shows what came back. It exits with 1 if that fails, and says what to do.`;

export const providers: Command = {
  name: "providers",
  summary: "list the providers that are known by name, and try one",
  usage: "providers [list|[search] TEXT|test NAME] [--model MODEL] [--urls] [--json]",
  about: ABOUT,
  subcommands: [
    { name: "list", arguments: [], summary: "list all of them" },
    {
      name: "search",
      arguments: ["TEXT"],
      summary: "list those with a text in their name, variables, dialect or address",
    },
    { name: "test", arguments: ["PROVIDER"], summary: "ask a provider to call a small tool" },
  ],
  examples: [
    "toolglot providers",
    "toolglot providers alibaba --urls",
    "toolglot providers test groq",
    "toolglot providers test together --model Qwen/Qwen3-Next-80B-A3B-Instruct",
    "toolglot providers --json | jq -r '.providers[] | select(.set) | .name'",
  ],
  options: {
    model: { value: "MODEL", help: "for test: the provider's model, where none is known" },
    config: { value: "FILE", help: "for test: the gateway's config, as for toolglot serve" },
    urls: { help: "list the base URLs" },
    json: { help: "print { providers, platforms }, or the result of test, as JSON" },
    ...output,
  },
  maxPositionals: 2,
  hidesEnvironment: true,
  load: () => import("../providers/run.ts"),
};
