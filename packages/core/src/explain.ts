export { explainChange } from "./explain-change.ts";
export { explainLoss } from "./explain-loss.ts";
