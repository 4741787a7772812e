import { coreWorkerMethods } from "./methods.ts";
import { serveCalls } from "./serve.ts";

serveCalls(coreWorkerMethods);
