import { fileURLToPath } from "node:url";

/** The built program. */
export const MAIN: string = fileURLToPath(new URL("../dist/main.js", import.meta.url));
