/** A request that the provider would not take. */
export class Refused extends Error {
  override readonly name: string = "Refused";
  readonly status: number;
  readonly code: string | undefined;
  readonly param: string | undefined;

  constructor(message: string, { status = 400, code, param }: { status?: number; code?: string; param?: string } = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = param;
  }
}
