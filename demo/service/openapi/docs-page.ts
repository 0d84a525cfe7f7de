import { html, page, type Html } from '../dashboard/html.js';
import { pageHeaders } from '../dashboard/session-guard.js';
import type { Api } from '../http/api.js';
import { PROBLEMS } from '../http/problem.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Record<string, Schema>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}
interface Operation {
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly { name: string; in: string; required?: boolean; schema?: Schema }[];
  readonly requestBody?: { content: Record<string, { schema?: Schema }> };
  readonly responses: Record<string, { description: string; content?: Record<string, { schema?: Schema }> }>;
}
export interface ReadableDocument {
  readonly paths?: Record<string, Record<string, Operation>>;
  readonly components?: { schemas?: Record<string, Schema> };
}

/** Adds `/docs`: the OpenAPI document for people, without any script of anybody else's. */
export function addDocsPage(api: Api, document: () => ReadableDocument): void {
  api.use('/docs', pageHeaders);
  api.get('/docs', (c) => c.html(docsPage(document())));
}

function docsPage({ paths = {}, components = {} }: ReadableDocument): Html {
  const operations = Object.entries(paths).flatMap(([path, methods]) => {
    return Object.entries(methods).map(([method, operation]) => ({ method, path, operation, tag: operation.tags?.[0] ?? 'Other' }));
  });
  const body = html`<p>Generated from the schemas that requests are checked by. For machines: <a href="/openapi.json">/openapi.json</a></p>
    ${[...new Set(operations.map(({ tag }) => tag))].map(
      (tag) => html`<h2>${tag}</h2>
        ${operations.filter((one) => one.tag === tag).map(({ method, path, operation }) => operationOf(method, path, operation))}`,
    )}
    <h2>Objects</h2>
    ${Object.entries(components.schemas ?? {}).map(([name, schema]) => html`<div class="operation" id="schema-${name}"><h3>${name}</h3>${fieldsOf(schema)}</div>`)}
    <h2>Problems</h2>
    <p>Every error is <code>application/problem+json</code> (RFC 9457) with one of these codes.</p>
    <table tabindex="0">
      <thead><tr><th>Status</th><th>Code</th><th>When</th></tr></thead>
      <tbody>
        ${Object.entries(PROBLEMS).map(([code, [status, title]]) => html`<tr id="${code}"><td>${status}</td><td><code>${code}</code></td><td>${title}</td></tr>`)}
      </tbody>
    </table>`;
  return page({ title: 'Reference', account: null, body });
}

function operationOf(method: string, path: string, { summary, description, parameters = [], requestBody, responses }: Operation): Html {
  return html`<section class="operation">
    <h3><b>${method.toUpperCase()}</b> ${path}</h3>
    <p>${summary}${description ? html`<br /><span class="muted">${withCode(description)}</span>` : ''}</p>
    <dl>
      ${parameters.map(({ name, in: place, required, schema }) => {
        return html`<dt><code>${name}</code></dt><dd>${place}${required ? ', required' : ''}: ${typeOf(schema)}</dd>`;
      })}
      ${Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => html`<dt>Body</dt><dd><code>${type}</code>: ${typeOf(schema)}</dd>`)}
      ${Object.entries(responses).map(([status, { description: text, content = {} }]) => {
        const schema = Object.values(content)[0]?.schema;
        return html`<dt>${status}</dt><dd>${withCode(text)} ${schema && Number(status) < 300 ? typeOf(schema) : ''}</dd>`;
      })}
    </dl>
  </section>`;
}

/** Text of the document, in which code stands between backticks. */
function withCode(text: string): Html {
  return html`${text.split('`').map((part, index) => (index % 2 ? html`<code>${part}</code>` : part))}`;
}

function fieldsOf(schema: Schema): Html {
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return html`${variants.map((variant) => html`<p>${typeOf(variant)}</p>`)}`;
  if (!schema.properties) return html`<p>${typeOf(schema)}</p>`;
  return html`<dl>
    ${Object.entries(schema.properties).map(([name, field]) => {
      return html`<dt><code>${name}</code></dt><dd>${typeOf(field)}${schema.required?.includes(name) ? '' : ', optional'}</dd>`;
    })}
  </dl>`;
}

function typeOf(schema: Schema | undefined): Html {
  const name = schema?.$ref?.split('/').at(-1);
  if (name) return html`<a href="#schema-${name}">${name}</a>`;
  if (schema?.enum) return html`${schema.enum.map(String).join(' | ')}`;
  if (schema?.items) return html`list of ${typeOf(schema.items)}`;
  if (schema?.properties) return html`{ ${Object.entries(schema.properties).map(([key, field], index) => html`${index ? ', ' : ''}${key}: ${typeOf(field)}`)} }`;
  return html`${[schema?.type ?? 'any'].flat().join(' or ')}`;
}
