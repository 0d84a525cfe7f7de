import fc from 'fast-check';
import type { OpenApiDocument } from './openapi-check.js';

/** One request as made up by chance. */
export interface MadeUpRequest {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

interface Schema {
  readonly $ref?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Record<string, Schema>;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}
interface Operation {
  readonly parameters?: readonly { name: string; in: 'path' | 'query' | 'header'; schema: Schema }[];
  readonly requestBody?: { content: Record<string, { schema: Schema }> };
}

const NASTY_TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  'null',
  '__proto__',
  'constructor',
  `' OR '1'='1`,
  `'; DROP TABLE messages; --`,
  '" UNION SELECT hash FROM api_keys --',
  '%',
  '\\',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{7*7}}${7*7}',
  '../../../etc/passwd',
  'a\0b',
  '\ud800',
  '\u202e\u0000\uffff',
  '🙂'.repeat(300),
  'x'.repeat(20_000),
];

const text = fc.oneof(fc.constantFrom(...NASTY_TEXTS), fc.string({ unit: 'binary', maxLength: 40 }));
/** No small whole numbers: some operations would wait that long or make that many, which is not what is asked here. */
const number = fc.constantFrom(-1, 0.5, -0, 2 ** 53, 1e308, -1e9);
const value: fc.Arbitrary<unknown> = fc.oneof(
  text,
  number,
  fc.boolean(),
  fc.constant(null),
  fc.array(text, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('a', '__proto__', 'toString'), text, { maxKeys: 2 }),
);
const headerText = fc.oneof(
  fc.constantFrom('', `'; DROP TABLE messages; --`, '<b>', 'x'.repeat(300)),
  fc.string({ unit: 'grapheme-ascii', maxLength: 40 }).map((all) => all.replace(/[^\x20-\x7e]/g, '').trim()),
);

/**
 * Requests for one operation, some nearly right and most wrong: in its address, its headers and its body.
 *
 * @param known Real values by the name of the parameter or field, so that not all ends at the first check.
 */
export function hostileRequests(
  document: OpenApiDocument,
  method: string,
  template: string,
  known: Record<string, string>,
): fc.Arbitrary<MadeUpRequest> {
  const operation = document.paths[template]?.[method.toLowerCase()] as Operation;
  const parameters = operation.parameters ?? [];
  const named = (place: string) => parameters.filter((parameter) => parameter.in === place);

  const path = fc
    .record(Object.fromEntries(named('path').map(({ name }) => [name, fc.oneof(fc.constant(known[name] ?? 'x'), text)])))
    .map((values) => template.replace(/\{(\w+)\}/g, (_, name: string) => encode(String(values[name] ?? '')) || 'x'));
  const query = fc
    .record(Object.fromEntries(named('query').map(({ name, schema }) => [name, fc.oneof(likely(document, schema), text)])), { requiredKeys: [] })
    .map((values) => Object.entries(values).map(([name, one]) => `${name}=${encode(typeof one === 'string' ? one : JSON.stringify(one))}`).join('&'));
  const headers = fc.record(Object.fromEntries(named('header').map(({ name }) => [name, headerText])), { requiredKeys: [] });

  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const body = content ? bodyOf(document, content.schema, known).map((fields) => encodeBody(type, fields)) : fc.constant(undefined);
  return fc.tuple(path, query, headers, fc.oneof({ weight: 5, arbitrary: body }, { weight: 1, arbitrary: junk })).map(
    ([address, search, madeUp, made]) => ({
      path: search ? `${address}?${search}` : address,
      headers: { ...(type && { 'content-type': type }), ...madeUp, ...made?.headers },
      ...(made !== undefined && method !== 'GET' && { body: made.body }),
    }),
  );
}

interface Body {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Record<string, string>;
}

/** What is no JSON object, or does not say that it is one. */
const junk: fc.Arbitrary<Body> = fc.oneof(
  fc.jsonValue().map((any) => ({ body: JSON.stringify(any) })),
  fc.string({ maxLength: 50 }).map((body) => ({ body })),
  fc.uint8Array({ maxLength: 50 }).map((body) => ({ body: new Uint8Array(body) })),
  fc.constantFrom('text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1', 'nonsense').map((type) => ({
    body: '{}',
    headers: { 'content-type': type },
  })),
);

function encodeBody(type: string | undefined, fields: Record<string, unknown>): Body {
  if (type === 'application/json') return { body: JSON.stringify(fields) };
  const texts = Object.entries(fields).flatMap(([name, one]) => [one].flat().map((single) => [name, typeof single === 'string' ? single : JSON.stringify(single)]));
  if (type !== 'multipart/form-data') return { body: new URLSearchParams(texts).toString() };
  const parts = texts.map(([name, one]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${one}\r\n`);
  return { body: `${parts.join('')}--x--\r\n`, headers: { 'content-type': 'multipart/form-data; boundary=x' } };
}

function bodyOf(document: OpenApiDocument, schema: Schema, known: Record<string, string>): fc.Arbitrary<Record<string, unknown>> {
  const { anyOf, oneOf, properties = {} } = resolve(document, schema);
  const variants = anyOf ?? oneOf;
  if (variants) return fc.oneof(...variants.map((variant) => bodyOf(document, variant, known)));
  const fields = Object.entries(properties).map(([name, field]) => {
    const right = known[name];
    return [name, fc.oneof(right === undefined ? likely(document, field) : fc.constant(right), value)];
  });
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] });
}

function likely(document: OpenApiDocument, schema: Schema): fc.Arbitrary<unknown> {
  const resolved = resolve(document, schema);
  if (resolved.enum) return fc.constantFrom(...resolved.enum);
  return resolved.const === undefined ? value : fc.constant(resolved.const);
}

function resolve(document: OpenApiDocument, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name ? (document.components.schemas[name] as Schema) : schema;
}

function encode(part: string): string {
  return encodeURIComponent(part.replace(/\p{Surrogate}/gu, '�')).replace(/^\.+$/, '%2E');
}
