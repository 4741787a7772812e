import { fileURLToPath } from "node:url";
import { mergeConfig } from "vitest/config";
import shared from "../../vitest.config.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { projects: _, ...test } = shared.test ?? {};

/** The suites that need workerd, which only this folder installs. */
export default mergeConfig({ ...shared, test }, { root, test: { include: ["test/workerd/*.contract.ts"] } });
