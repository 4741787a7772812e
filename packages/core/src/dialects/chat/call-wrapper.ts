/**
 * OpenAI's models wrap parallel calls in a call of an undeclared tool, with which they were trained:
 * https://github.com/respawn-llc/kent/issues/45
 */
export const CALL_WRAPPER: RegExp = /^(?:multi_tool_use[._])?parallel$/;
