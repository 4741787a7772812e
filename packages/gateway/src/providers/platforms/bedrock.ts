import { readIds } from "../../bindings/read-ids.ts";
import { chunkUnwrapper } from "./bedrock-chunks.ts";
import { bedrockErrorBody } from "./bedrock-errors.ts";
import { selectBetas } from "./betas.ts";
import { pathSegment } from "./path-segment.ts";
import type { DialectOnPlatform, Platform } from "./platform.ts";

/** Amazon Bedrock: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_Operations_Amazon_Bedrock_Runtime.html */
export const bedrock: Platform = {
  name: "bedrock",
  ownDialect: "bedrock",
  dialects: { bedrock: undefined, anthropic: claude },
  fields: ["region"],
  requiredFields: () => ({ region: "us-east-1" }),
  signingService: "bedrock",
  auth: ["bearer", "aws", "command"],
  hosts: /(?:^|\.)bedrock-runtime(?:-fips)?\.[a-z\d-]+\.(?:vpce\.)?amazonaws\.com(?:\.cn)?$/,
  baseUrl: ({ region = "" }, configured) => configured ?? `https://bedrock-runtime.${region}.${domainOf(region)}`,
};

// https://docs.amazonaws.cn/en_us/aws/latest/userguide/endpoints-arns.html
function domainOf(region: string): string {
  return region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
}

/** https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages.html */
function claude(...[{ countTokens: _, ...binding }]: Parameters<DialectOnPlatform>): ReturnType<DialectOnPlatform> {
  return {
    ...binding,
    path: (model, stream) => `/model/${pathSegment(model)}/invoke${stream ? "-with-response-stream" : ""}`,
    authorization: (key) => ({ authorization: `Bearer ${key}` }),
    headers: {},
    forwardedHeaders: [],
    returnedHeaders: [/^x-amzn-(?:requestid|bedrock-.+)$/],
    streamUnwrapper: chunkUnwrapper,
    errorBody: bedrockErrorBody,
    modelsBaseUrl: (baseUrl) => baseUrl.replace("//bedrock-runtime.", "//bedrock."),
    modelsPath: "/foundation-models",
    readModels: (body) => readIds(body, "modelSummaries", "modelId"),
    // The address has the model and whether to stream; there are no headers for versions and betas.
    adapt: ({ body: { model: _model, stream: _stream, ...body }, headers }) => {
      const { taken, lost } = selectBetas(headers, "bedrock");
      const betas = taken.length === 0 ? {} : { anthropic_beta: [...taken] };
      return {
        body: { anthropic_version: "bedrock-2023-05-31", ...betas, ...body },
        headers: { "anthropic-version": undefined, "anthropic-beta": undefined },
        lost,
      };
    },
  };
}
