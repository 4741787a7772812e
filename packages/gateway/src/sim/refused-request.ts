/** A request that the provider refuses. */
export class RefusedRequest extends Error {
  override readonly name: string = "RefusedRequest";
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
