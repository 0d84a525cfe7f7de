/**
 * A response whose body is there at once. Browsers read bodies of their own in tasks of their own, how many is theirs to
 * say: a test that owns time cannot wait for them.
 */
export class PlainResponse extends Response {
  readonly #text: string;

  constructor(text: string, init: ResponseInit = {}) {
    super(null, init);
    this.#text = text;
  }

  /** An answer in JSON. */
  static of(value: unknown, init: ResponseInit = {}): PlainResponse {
    const headers = { 'content-type': 'application/json', ...(init.headers as Record<string, string> | undefined) };
    return new PlainResponse(JSON.stringify(value), { ...init, headers });
  }

  override text(): Promise<string> {
    return Promise.resolve(this.#text);
  }

  override async json(): Promise<unknown> {
    return Promise.resolve(JSON.parse(this.#text) as unknown);
  }
}
