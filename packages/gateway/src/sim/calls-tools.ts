/**
 * Whether a model of the built-in simulated provider calls the tools that it is offered: `tools`, and the models that rehearse tool
 * loops and faults (`thinking`, `pause@2`, `fault-reset@3`). All others talk: an agent would run the calls for real.
 */
export function callsTools(model: string): boolean {
  return CALLERS.test(model);
}

const CALLERS = /^tools$|^pause@\d+$|(?:^|\/)fault-|thinking$/;
