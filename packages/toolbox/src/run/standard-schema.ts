import type { JsonSchema } from "@toolglot/core";

/**
 * A schema of zod 4 or arktype, or of valibot through `toStandardJsonSchema`: https://standardschema.dev. It validates, and
 * describes itself as JSON Schema.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: number;
    readonly vendor: string;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    validate(value: unknown): StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly jsonSchema: {
      input(options: { target: "draft-2020-12" }): unknown;
      output(options: { target: "draft-2020-12" }): unknown;
    };
  };
}

/** A valid value, or what is wrong with it. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** One thing that is wrong, and where. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The type of the values that a schema returns, after its transforms and defaults. */
export type InferOutput<Schema extends StandardSchema> = NonNullable<Schema["~standard"]["types"]>["output"];

/** Whether a schema is one of a library. Throws a `TypeError` for one that cannot describe itself as JSON Schema. */
export function isStandardSchema(schema: unknown): schema is StandardSchema {
  if ((typeof schema !== "object" && typeof schema !== "function") || schema === null || !("~standard" in schema))
    return false;
  const { vendor, jsonSchema } = schema["~standard"] as Partial<StandardSchema["~standard"]>;
  if (jsonSchema !== undefined) return true;
  throw new TypeError(
    `this schema of ${vendor} has no JSON Schema; wrap it with toStandardJsonSchema of @valibot/to-json-schema, or update the library`,
  );
}

/** The JSON Schema of what a schema takes, or of what it returns. */
export function jsonSchemaOf(schema: StandardSchema, side: "input" | "output"): JsonSchema {
  const described = schema["~standard"].jsonSchema[side]({ target: "draft-2020-12" });
  // The libraries add `$schema`, which the author has not written and which no provider accepts.
  const { $schema, ...rest } = described as Record<string, unknown>;
  return rest as JsonSchema;
}

/** The issues as one text for the model that wrote the value. */
export function issuesText(issues: readonly StandardIssue[]): string {
  const shown = issues.slice(0, MAX_ISSUES).map(({ path = [], message }) => {
    const place = path.map((step) => String(typeof step === "object" ? step.key : step)).join(".");
    return place === "" ? message : `${place}: ${message}`;
  });
  const more = issues.length > MAX_ISSUES ? [`and ${issues.length - MAX_ISSUES} more`] : [];
  return `the arguments do not match the tool's schema: ${[...shown, ...more].join("; ")}`;
}

const MAX_ISSUES = 10;
