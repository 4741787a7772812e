// Written by scripts/providers.mjs from models.dev's list of providers (MIT); do not edit.

/** A provider in each line: its names, the dialect, the base URL, the variables of its key, and its title. */
export const PRESET_DATA: string = `
302ai openai-chat https://api.302.ai/v1 302AI_API_KEY 302.AI
abacus openai-chat https://routellm.abacus.ai/v1 ABACUS_API_KEY Abacus
abliteration-ai openai-chat https://api.abliteration.ai/v1 ABLIT_KEY abliteration.ai
aihubmix openai-chat https://aihubmix.com/v1 AIHUBMIX_API_KEY AIHubMix
alibaba openai-chat https://dashscope-intl.aliyuncs.com/compatible-mode/v1 DASHSCOPE_API_KEY Alibaba
alibaba-cn openai-chat https://dashscope.aliyuncs.com/compatible-mode/v1 DASHSCOPE_API_KEY Alibaba (China)
alibaba-coding-plan openai-chat https://coding-intl.dashscope.aliyuncs.com/v1 ALIBABA_CODING_PLAN_API_KEY Alibaba Coding Plan
alibaba-coding-plan-cn openai-chat https://coding.dashscope.aliyuncs.com/v1 ALIBABA_CODING_PLAN_API_KEY Alibaba Coding Plan (China)
alibaba-token-plan openai-chat https://token-plan.ap-southeast-1.maas.aliyuncs.com/compatible-mode/v1 ALIBABA_TOKEN_PLAN_API_KEY Alibaba Token Plan
alibaba-token-plan-cn openai-chat https://token-plan.cn-beijing.maas.aliyuncs.com/compatible-mode/v1 ALIBABA_TOKEN_PLAN_API_KEY Alibaba Token Plan (China)
ambient openai-chat https://api.ambient.xyz/v1 AMBIENT_API_KEY Ambient
anyapi openai-chat https://api.anyapi.ai/v1 ANYAPI_API_KEY AnyAPI
atomic-chat openai-chat http://127.0.0.1:1337/v1 ATOMIC_CHAT_API_KEY Atomic Chat
auriko openai-chat https://api.auriko.ai/v1 AURIKO_API_KEY Auriko
azure openai-responses https://\${AZURE_RESOURCE_NAME}.openai.azure.com/openai/v1 AZURE_API_KEY Azure
azure-cognitive,azure-cognitive-services openai-responses https://\${AZURE_COGNITIVE_SERVICES_RESOURCE_NAME}.cognitiveservices.azure.com/openai/v1 AZURE_COGNITIVE_SERVICES_API_KEY Azure Cognitive Services
bailing openai-chat https://api.tbox.cn/api/llm/v1 BAILING_API_TOKEN Bailing
baseten openai-chat https://inference.baseten.co/v1 BASETEN_API_KEY Baseten
bedrock,amazon-bedrock bedrock https://bedrock-runtime.\${AWS_REGION:-us-east-1}.amazonaws.com AWS_BEARER_TOKEN_BEDROCK Amazon Bedrock
berget openai-chat https://api.berget.ai/v1 BERGET_API_KEY Berget.AI
cerebras openai-chat https://api.cerebras.ai/v1 CEREBRAS_API_KEY Cerebras
chutes openai-chat https://llm.chutes.ai/v1 CHUTES_API_KEY Chutes
clarifai openai-chat https://api.clarifai.com/v2/ext/openai/v1 CLARIFAI_PAT Clarifai
claudinio openai-chat https://api.claudin.io/v1 CLAUDINIO_API_KEY Claudinio
cloudferro-sherlock openai-chat https://api-sherlock.cloudferro.com/openai/v1 CLOUDFERRO_SHERLOCK_API_KEY CloudFerro Sherlock
cloudflare-ai-gateway openai-chat https://api.cloudflare.com/client/v4/accounts/\${CLOUDFLARE_ACCOUNT_ID}/ai/v1 CLOUDFLARE_API_TOKEN Cloudflare AI Gateway
cloudflare-workers-ai openai-chat https://api.cloudflare.com/client/v4/accounts/\${CLOUDFLARE_ACCOUNT_ID}/ai/v1 CLOUDFLARE_API_KEY Cloudflare Workers AI
cohere openai-chat https://api.cohere.ai/compatibility/v1 COHERE_API_KEY Cohere
cortecs openai-chat https://api.cortecs.ai/v1 CORTECS_API_KEY Cortecs
crof openai-chat https://crof.ai/v1 CROF_API_KEY CrofAI
databricks openai-chat https://\${DATABRICKS_HOST}/ai-gateway/mlflow/v1 DATABRICKS_TOKEN Databricks
deepinfra openai-chat https://api.deepinfra.com/v1/openai DEEPINFRA_API_KEY Deep Infra
digitalocean openai-chat https://inference.do-ai.run/v1 DIGITALOCEAN_ACCESS_TOKEN DigitalOcean
dinference openai-chat https://api.dinference.com/v1 DINFERENCE_API_KEY DInference
drun openai-chat https://chat.d.run/v1 DRUN_API_KEY D.Run (China)
evroc openai-chat https://models.think.evroc.com/v1 EVROC_API_KEY evroc
fastrouter openai-chat https://go.fastrouter.ai/api/v1 FASTROUTER_API_KEY FastRouter
fireworks-ai openai-chat https://api.fireworks.ai/inference/v1 FIREWORKS_API_KEY Fireworks AI
freemodel anthropic https://cc.freemodel.dev FREEMODEL_API_KEY FreeModel
friendli openai-chat https://api.friendli.ai/serverless/v1 FRIENDLI_TOKEN Friendli
frogbot openai-chat https://app.frogbot.ai/api/v1 FROGBOT_API_KEY FrogBot
github-copilot openai-chat https://api.githubcopilot.com GITHUB_TOKEN GitHub Copilot
github-models openai-chat https://models.github.ai/inference GITHUB_TOKEN GitHub Models
gmicloud openai-chat https://api.gmi-serving.com/v1 GMICLOUD_API_KEY GMI Cloud
helicone openai-chat https://ai-gateway.helicone.ai/v1 HELICONE_API_KEY Helicone
hpc-ai openai-chat https://api.hpc-ai.com/inference/v1 HPC_AI_API_KEY HPC-AI
huggingface openai-chat https://router.huggingface.co/v1 HF_TOKEN Hugging Face
iflowcn openai-chat https://apis.iflow.cn/v1 IFLOW_API_KEY iFlow
inception openai-chat https://api.inceptionlabs.ai/v1 INCEPTION_API_KEY Inception
inceptron openai-chat https://api.inceptron.io/v1 INCEPTRON_API_KEY Inceptron
inference openai-chat https://inference.net/v1 INFERENCE_API_KEY Inference
io-net openai-chat https://api.intelligence.io.solutions/api/v1 IOINTELLIGENCE_API_KEY IO.NET
jiekou openai-chat https://api.jiekou.ai/openai JIEKOU_API_KEY Jiekou.AI
kilo openai-chat https://api.kilo.ai/api/gateway KILO_API_KEY Kilo Gateway
kimi-for-coding anthropic https://api.kimi.com/coding KIMI_API_KEY Kimi For Coding
kuae-cloud-coding-plan openai-chat https://coding-plan-endpoint.kuaecloud.net/v1 KUAE_API_KEY KUAE Cloud Coding Plan
lilac openai-chat https://api.getlilac.com/v1 LILAC_API_KEY Lilac
llama openai-chat https://api.llama.com/compat/v1 LLAMA_API_KEY Llama
llmgateway openai-chat https://api.llmgateway.io/v1 LLMGATEWAY_API_KEY LLM Gateway
llmtr openai-chat https://llmtr.com/v1 LLMTR_API_KEY LLMTR
lmstudio openai-chat http://127.0.0.1:1234/v1 LMSTUDIO_API_KEY LMStudio
lucidquery openai-chat https://api.lucidquery.com/v1 LUCIDQUERY_API_KEY LucidQuery
meganova openai-chat https://api.meganova.ai/v1 MEGANOVA_API_KEY Meganova
merge-gateway openai-chat https://api-gateway.merge.dev/v1/openai MERGE_GATEWAY_API_KEY Merge Gateway
minimax anthropic https://api.minimax.io/anthropic MINIMAX_API_KEY MiniMax (minimax.io)
minimax-cn anthropic https://api.minimaxi.com/anthropic MINIMAX_API_KEY MiniMax (minimaxi.com)
minimax-cn-coding-plan anthropic https://api.minimaxi.com/anthropic MINIMAX_API_KEY MiniMax Token Plan (minimaxi.com)
minimax-coding-plan anthropic https://api.minimax.io/anthropic MINIMAX_API_KEY MiniMax Token Plan (minimax.io)
mixlayer openai-chat https://models.mixlayer.ai/v1 MIXLAYER_API_KEY Mixlayer
moark openai-chat https://moark.com/v1 MOARK_API_KEY Moark
modelscope openai-chat https://api-inference.modelscope.cn/v1 MODELSCOPE_API_KEY ModelScope
moonshotai openai-chat https://api.moonshot.ai/v1 MOONSHOT_API_KEY Moonshot AI
moonshotai-cn openai-chat https://api.moonshot.cn/v1 MOONSHOT_API_KEY Moonshot AI (China)
morph openai-chat https://api.morphllm.com/v1 MORPH_API_KEY Morph
nano-gpt openai-chat https://nano-gpt.com/api/v1 NANO_GPT_API_KEY NanoGPT
nearai openai-chat https://cloud-api.near.ai/v1 NEARAI_API_KEY NEAR AI Cloud
nebius openai-chat https://api.tokenfactory.nebius.com/v1 NEBIUS_API_KEY Nebius Token Factory
neon openai-chat \${NEON_AI_GATEWAY_BASE_URL}/ai-gateway/mlflow/v1 NEON_AI_GATEWAY_TOKEN Neon
neuralwatt openai-chat https://api.neuralwatt.com/v1 NEURALWATT_API_KEY Neuralwatt
nova openai-chat https://api.nova.amazon.com/v1 NOVA_API_KEY Nova
novita-ai openai-chat https://api.novita.ai/openai NOVITA_API_KEY NovitaAI
nvidia openai-chat https://integrate.api.nvidia.com/v1 NVIDIA_API_KEY Nvidia
opencode openai-chat https://opencode.ai/zen/v1 OPENCODE_API_KEY OpenCode Zen
opencode-go openai-chat https://opencode.ai/zen/go/v1 OPENCODE_API_KEY OpenCode Go
orcarouter openai-chat https://api.orcarouter.ai/v1 ORCAROUTER_API_KEY OrcaRouter
ovhcloud openai-chat https://oai.endpoints.kepler.ai.cloud.ovh.net/v1 OVHCLOUD_API_KEY OVHcloud AI Endpoints
perplexity openai-chat https://api.perplexity.ai PERPLEXITY_API_KEY Perplexity
perplexity-agent openai-responses https://api.perplexity.ai/v1 PERPLEXITY_API_KEY Perplexity Agent
poe openai-chat https://api.poe.com/v1 POE_API_KEY Poe
poolside openai-chat https://inference.poolside.ai/v1 POOLSIDE_API_KEY Poolside
privatemode-ai openai-chat \${PRIVATEMODE_ENDPOINT:-http://localhost:8080/v1} PRIVATEMODE_API_KEY Privatemode AI
qihang-ai openai-chat https://api.qhaigc.net/v1 QIHANG_API_KEY QiHang
qiniu-ai openai-chat https://api.qnaigc.com/v1 QINIU_API_KEY Qiniu
regolo-ai openai-chat https://api.regolo.ai/v1 REGOLO_API_KEY Regolo AI
requesty openai-chat https://router.requesty.ai/v1 REQUESTY_API_KEY Requesty
routing-run openai-chat https://ai.routing.sh/v1 ROUTING_RUN_API_KEY routing.run
sakana openai-chat https://api.sakana.ai/v1 SAKANA_API_KEY Sakana AI
sarvam openai-chat https://api.sarvam.ai/v1 SARVAM_API_KEY Sarvam AI
scaleway openai-chat https://api.scaleway.ai/v1 SCALEWAY_API_KEY Scaleway
siliconflow openai-chat https://api.siliconflow.com/v1 SILICONFLOW_API_KEY SiliconFlow
siliconflow-cn openai-chat https://api.siliconflow.cn/v1 SILICONFLOW_CN_API_KEY SiliconFlow (China)
snowflake-cortex openai-chat https://\${SNOWFLAKE_ACCOUNT}.snowflakecomputing.com/api/v2/cortex/v1 SNOWFLAKE_CORTEX_PAT Snowflake Cortex
stackit openai-chat https://api.openai-compat.model-serving.eu01.onstackit.cloud/v1 STACKIT_API_KEY STACKIT
stepfun openai-chat https://api.stepfun.com/v1 STEPFUN_API_KEY StepFun
stepfun-ai openai-chat https://api.stepfun.ai/step_plan/v1 STEPFUN_API_KEY StepFun AI
subconscious openai-chat https://api.subconscious.dev/v1 SUBCONSCIOUS_API_KEY Subconscious
submodel openai-chat https://llm.submodel.ai/v1 SUBMODEL_INSTAGEN_ACCESS_KEY submodel
synthetic openai-chat https://api.synthetic.new/openai/v1 SYNTHETIC_API_KEY Synthetic
tencent-coding-plan openai-chat https://api.lkeap.cloud.tencent.com/coding/v3 TENCENT_CODING_PLAN_API_KEY Tencent Coding Plan (China)
tencent-tokenhub openai-chat https://tokenhub.tencentmaas.com/v1 TENCENT_TOKENHUB_API_KEY Tencent TokenHub
the-grid-ai openai-chat https://api.thegrid.ai/v1 THEGRIDAI_API_KEY The Grid AI
tinfoil openai-chat https://inference.tinfoil.sh/v1 TINFOIL_API_KEY Tinfoil
together,togetherai openai-chat https://api.together.xyz/v1 TOGETHER_API_KEY Together AI
umans-ai openai-chat https://api.code.umans.ai/v1 UMANS_AI_API_KEY Umans AI
umans-ai-coding-plan openai-chat https://api.code.umans.ai/v1 UMANS_AI_CODING_PLAN_API_KEY Umans AI Coding Plan
upstage openai-chat https://api.upstage.ai/v1/solar UPSTAGE_API_KEY Upstage
v0 openai-chat https://api.v0.dev/v1 V0_API_KEY v0
venice openai-chat https://api.venice.ai/api/v1 VENICE_API_KEY Venice AI
vercel openai-chat https://ai-gateway.vercel.sh/v1 AI_GATEWAY_API_KEY Vercel AI Gateway
vertex,google-vertex gemini https://aiplatform.googleapis.com GOOGLE_APPLICATION_CREDENTIALS Vertex
vertex-claude,google-vertex-anthropic anthropic https://aiplatform.googleapis.com GOOGLE_APPLICATION_CREDENTIALS Vertex (Anthropic)
vivgrid openai-responses https://api.vivgrid.com/v1 VIVGRID_API_KEY Vivgrid
vultr openai-chat https://api.vultrinference.com/v1 VULTR_API_KEY Vultr
wafer.ai openai-chat https://pass.wafer.ai/v1 WAFER_API_KEY Wafer
wandb openai-chat https://api.inference.wandb.ai/v1 WANDB_API_KEY Weights & Biases
xiaomi openai-chat https://api.xiaomimimo.com/v1 XIAOMI_API_KEY Xiaomi
xiaomi-token-plan-ams openai-chat https://token-plan-ams.xiaomimimo.com/v1 XIAOMI_API_KEY Xiaomi Token Plan (Europe)
xiaomi-token-plan-cn openai-chat https://token-plan-cn.xiaomimimo.com/v1 XIAOMI_API_KEY Xiaomi Token Plan (China)
xiaomi-token-plan-sgp openai-chat https://token-plan-sgp.xiaomimimo.com/v1 XIAOMI_API_KEY Xiaomi Token Plan (Singapore)
xpersona openai-chat https://www.xpersona.co/v1 XPERSONA_API_KEY Xpersona
zai openai-chat https://api.z.ai/api/paas/v4 ZHIPU_API_KEY Z.AI
zai-coding-plan openai-chat https://api.z.ai/api/coding/paas/v4 ZHIPU_API_KEY Z.AI Coding Plan
zeldoc openai-chat https://api.zeldoc.ai/v1 ZELDOC_API_KEY Zeldoc
zenmux openai-chat https://zenmux.ai/api/v1 ZENMUX_API_KEY ZenMux
zhipuai openai-chat https://open.bigmodel.cn/api/paas/v4 ZHIPU_API_KEY Zhipu AI
zhipuai-coding-plan openai-chat https://open.bigmodel.cn/api/coding/paas/v4 ZHIPU_API_KEY Zhipu AI Coding Plan
`;
