import { checkTools } from "../support/dynamic.ts";
import { PROFILES } from "../support/engine.ts";
import { runLaw } from "./run.ts";

// `passthrough` and `strict-literal` promise to leave the schema as it is, so a provider may well refuse it.
const profiles = PROFILES.filter((profile) => profile !== "passthrough" && profile !== "strict-literal");

runLaw({ id: "law-4", sentence: "writes what the provider's rules accept", profiles }, (_, { value }, { target }) => {
  const { problems } = checkTools(value, { from: target.dialect, to: target.dialect });
  return problems
    .filter(({ severity }) => severity === "error")
    .map(({ path, rule, message }) => ({ pointer: path, message: `${rule}: ${message}` }));
});
