import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import type { ValidateFunction } from 'ajv';

interface Operation {
  responses: Record<string, { description?: string; content?: Record<string, { schema: object }> }>;
}
export interface OpenApiDocument {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

// The package is CommonJS whose default export is the module itself.
const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => void;

/** Checks answers against the OpenAPI document: status, media type, headers' absence of surprises, and the schema. */
export class OpenApiCheck {
  readonly document: OpenApiDocument;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: OpenApiDocument) {
    this.document = document;
    addFormats(this.#ajv);
    this.#ajv.addSchema({ $id: 'openapi', components: document.components });
  }

  /** @returns What is wrong with the answer; `null` where nothing is, or where the address is not of the API. */
  problemWith(method: string, path: string, status: number, contentType: string | null, body: unknown): string | null {
    const template = this.#templateOf(path);
    const operation = template && this.document.paths[template]?.[method.toLowerCase()];
    if (!template || !operation) return null;
    const response = operation.responses[String(status)];
    if (!response) return `${method} ${template} does not document ${status}`;
    if (!response.content) return null;
    const mediaType = contentType?.split(';')[0] ?? '';
    const content = response.content[mediaType];
    // A download has the media type that its sender gave it.
    if (!content) return 'application/octet-stream' in response.content ? null : `${method} ${template} ${status}: ${mediaType} is not documented`;
    if (!mediaType.includes('json')) return null;
    const validate = this.#validator(`${template} ${method} ${status} ${mediaType}`, content.schema);
    if (validate(body)) return null;
    return `${method} ${template} ${status}: ${this.#ajv.errorsText(validate.errors)} in ${JSON.stringify(body)}`;
  }

  #validator(name: string, schema: object): ValidateFunction {
    const known = this.#validators.get(name);
    if (known) return known;
    const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/')) as object;
    const validator = this.#ajv.compile(absolute);
    this.#validators.set(name, validator);
    return validator;
  }

  #templateOf(path: string): string | undefined {
    const exact = this.document.paths[path] ? path : undefined;
    return exact ?? Object.keys(this.document.paths).find((template) => {
      return new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path);
    });
  }
}
