import type { Command } from "./command.ts";
import { output } from "./output.ts";

const ABOUT = `Prints a script that completes commands, options, dialects, profiles and files in your shell.

  bash  toolglot completion bash -o ~/.local/share/bash-completion/completions/toolglot
  zsh   toolglot completion zsh -o ~/.zfunc/_toolglot, with fpath+=~/.zfunc before compinit in ~/.zshrc
  fish  toolglot completion fish -o ~/.config/fish/completions/toolglot.fish`;

export const completion: Command = {
  name: "completion",
  summary: "print a script that completes toolglot in your shell",
  usage: "completion bash|zsh|fish",
  about: ABOUT,
  examples: ["source <(toolglot completion bash)", "toolglot completion fish | source"],
  options: { ...output },
  maxPositionals: 1,
  arguments: ["bash|zsh|fish"],
  load: () => import("../completion/run.ts"),
};
