// Others that have to be installed by hand, each if `--peers` names it and its program is there.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, startExternal } from "./external-process.mjs";
import { modelOf } from "./fixtures.mjs";
import { start } from "./subject-process.mjs";

/** Starts those of them that can serve the pair: `{ client, provider, mock, path }`, with the address of the mock provider. */
export async function startPeers(names, pair) {
  const started = [];
  for (const name of names) {
    if (name === PORTKEY) {
      started.push(...(await startPortkey(pair)));
      continue;
    }
    const peer = PEERS[name];
    if (peer === undefined) throw new Error(`there is no peer ${name}: ${[...Object.keys(PEERS), PORTKEY].join(", ")}`);
    if (!peer.serves(pair)) continue;
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), `bench-${name}-`));
    const { args, env, headers } = peer.setUp({ ...pair, port, folder });
    const { title, share } = peer;
    started.push({ name: title, share, headers, ...(await startExternal(peer.command, args, { port, env })) });
  }
  return started;
}

/**
 * Portkey's gateway, of this folder's packages. It speaks Chat to its clients, and to a provider in that provider's own dialect. On
 * Node 20 its streams end in an error of its own ("immutable" headers), so that only its whole answers can be measured.
 */
async function startPortkey({ client, provider, mock }) {
  if (client !== "openai-chat") return [];
  const started = await start("subjects/portkey.mjs", { cpu: 0 });
  const headers = {
    "x-portkey-provider": provider,
    "x-portkey-custom-host": `${mock}/v1`,
    authorization: `Bearer ${KEY}`,
  };
  return [{ name: "Portkey", wholeOnly: true, share: 0.1, headers, ...started }];
}

/** `share`: how many of the requests it gets, where it would take too long otherwise. */
const PEERS = {
  // The lower bound of every proxy: it passes bytes on, as `subjects/pipe.mjs` does on Node.
  nginx: {
    title: "nginx",
    command: process.env.NGINX ?? "nginx",
    serves: () => true,
    setUp: ({ mock, path, port, folder }) => {
      const config = join(folder, "nginx.conf");
      writeFileSync(config, nginxConfig({ mock, path, port, folder }));
      return { args: ["-p", folder, "-c", config, "-g", "daemon off;"] };
    },
  },
  // https://github.com/jedarden/CLASP (Go)
  clasp: {
    title: "CLASP",
    command: process.env.CLASP ?? "clasp",
    serves: ({ client, provider }) => client === "anthropic" && provider === "openai-chat",
    setUp: ({ mock, port, folder }) => ({
      args: ["-proxy-only", "-port", String(port), "-provider", "custom", "-model", modelOf("openai-chat")],
      env: { HOME: folder, CUSTOM_BASE_URL: `${mock}/v1`, CUSTOM_API_KEY: KEY, OPENAI_API_KEY: KEY },
    }),
  },
  // https://github.com/router-for-me/CLIProxyAPI (Go)
  cliproxyapi: {
    title: "CLIProxyAPI",
    command: process.env.CLIPROXYAPI ?? "cli-proxy-api",
    serves: ({ client, provider }) => client === "anthropic" && provider === "openai-chat",
    setUp: ({ mock, port, folder }) => {
      const config = join(folder, "config.yaml");
      writeFileSync(config, JSON.stringify(cliProxyConfig({ mock, port, folder })));
      return { args: ["-config", config], env: { HOME: folder }, headers: { "x-api-key": KEY } };
    },
  },
  // https://github.com/BerriAI/litellm (Python)
  litellm: {
    title: "LiteLLM",
    command: process.env.LITELLM ?? "litellm",
    share: 0.02,
    serves: ({ provider }) => provider !== "gemini",
    setUp: ({ mock, provider, port, folder }) => {
      const config = join(folder, "config.yaml");
      writeFileSync(config, JSON.stringify(liteLlmConfig(mock, provider)));
      return { args: ["--config", config, "--port", String(port), "--host", "127.0.0.1"], env: liteLlmEnv(folder) };
    },
  },
};

const KEY = "key-of-the-mock";
const PORTKEY = "portkey";

function nginxConfig({ mock, path, port, folder }) {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `
    worker_processes 1;
    pid ${folder}/nginx.pid;
    error_log ${folder}/error.log;
    events { worker_connections 4096; }
    http {
      access_log off;
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
      client_body_buffer_size 1m;
      upstream mock { server ${new URL(mock).host}; keepalive 64; }
      server {
        listen 127.0.0.1:${port};
        location / {
          rewrite ^ ${path} break;
          proxy_pass http://mock;
          proxy_http_version 1.1;
          proxy_set_header connection "";
          proxy_buffering off;
        }
      }
    }`;
}

// JSON is YAML as well.
function cliProxyConfig({ mock, port, folder }) {
  const model = modelOf("anthropic");
  return {
    host: "127.0.0.1",
    port,
    "auth-dir": folder,
    "api-keys": [KEY],
    "openai-compatibility": [
      {
        name: "mock",
        "base-url": `${mock}/v1`,
        "api-key-entries": [{ "api-key": KEY }],
        models: [{ name: modelOf("openai-chat"), alias: model }],
      },
    ],
  };
}

// It would otherwise load its prices from the network, and refuse to start without a key of its own.
function liteLlmEnv(folder) {
  const optional = ["LITELLM_LOCAL_MODEL_COST_MAP", "LITELLM_DANGEROUSLY_PERMIT_WEAK_OR_UNSET_MASTER_KEY"];
  return { HOME: folder, ...Object.fromEntries(optional.map((name) => [name, "true"])) };
}

function liteLlmConfig(mock, provider) {
  const base = provider === "anthropic" ? mock : `${mock}/v1`;
  const model = `${provider === "anthropic" ? "anthropic" : "hosted_vllm"}/${modelOf(provider)}`;
  const names = ["openai-chat", "anthropic"].map(modelOf);
  return {
    model_list: names.map((name) => ({
      model_name: name,
      litellm_params: { model, api_base: base, api_key: KEY },
    })),
    litellm_settings: { num_retries: 0, drop_params: true, telemetry: false },
  };
}
