import type { OptionSpecs } from "../args.ts";

/** Options of every command that runs executables of tool folders. */
export const confinement: OptionSpecs = {
  refresh: { help: "ask every executable for its definition again, instead of using remembered ones" },
  env: {
    value: "TOOL:NAME",
    many: true,
    help: "pass an environment variable to a tool; repeatable",
  },
  sandbox: {
    help: "run executables with read-only files and without network, sockets, home folder and capabilities; needs bwrap",
  },
};
