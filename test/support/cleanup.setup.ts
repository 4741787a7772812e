import { afterAll, afterEach } from "vitest";
import { cleanUpFile, cleanUpTest } from "./cleanup.ts";

afterEach(cleanUpTest);
afterAll(cleanUpFile);
