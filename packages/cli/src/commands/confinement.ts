import type { OptionSpecs } from "../args.ts";

/** What the executables of tool folders are given and denied, in every command that runs them. */
export const confinement: OptionSpecs = {
  env: {
    value: "TOOL:NAME",
    many: true,
    help: "let a tool have a variable of the environment; may be given several times",
  },
  sandbox: {
    help: "run executables without network, sockets, home folder and capabilities, and with files that they can only read; needs bwrap",
  },
};
