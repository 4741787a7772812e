/** Fields of an interaction that repeat the request or its output. */
export const ECHO: ReadonlySet<string> = new Set([
  ...["agent_config", "background", "cached_content", "environment", "generation_config", "input", "labels"],
  ...["output_audio", "output_image", "output_text", "output_video", "previous_interaction_id", "response_format"],
  ...["response_mime_type", "response_modalities", "safety_settings", "store", "system_instruction", "tools"],
  ...["webhook_config"],
]);
