// What handles requests of dialects.

export { performAction } from "./actions.ts";
export { dryRunInSteps } from "./dry-run.ts";
export { generate, generateRequest } from "./generate.ts";
