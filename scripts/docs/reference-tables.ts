import type { ErrorCodeDoc } from './error-codes.js';
import { declarations, elementNamed, type Declaration, type Manifest, type Member, type Named } from './manifest.js';
import { code, table } from './markdown.js';

/** The README's reference, one table for each marker. */
export function referenceTables(manifest: Manifest, codes: readonly ErrorCodeDoc[]): Record<string, string> {
  const widget = elementNamed(manifest, 'inbox-widget');
  return {
    properties: properties(widget),
    methods: methods(widget),
    events: events(widget, declarations(manifest)),
    slots: named('slot', widget.slots),
    'css-properties': cssProperties(widget),
    parts: named('part', widget.cssParts),
    states: table(['state', 'meaning'], (widget.cssStates ?? []).map(({ name, description = '' }) => [code(`:state(${name})`), description])),
    errors: table(
      ['code', 'what happened'],
      codes.map(({ code: name, happened }) => [`[${code(name)}](docs/errors.md#${name.toLowerCase()})`, happened]),
    ),
  };
}

function properties({ members = [], attributes = [] }: Declaration): string {
  const fields = members
    .filter(({ kind, static: isStatic }) => kind === 'field' && !isStatic)
    .map((field) => [
      field.attribute ? code(field.attribute) : '—',
      code(field.name),
      code(typeOf(field)),
      field.default ? code(field.default) : '—',
      [field.description, field.readonly && 'Read-only.', field.reflects && 'Reflects.'].filter(Boolean).join(' '),
    ]);
  const inherited = attributes
    // One that means the same on every element needs no row.
    .filter(({ fieldName, description }) => description && !members.some(({ name }) => name === fieldName))
    .map(({ name, description = '' }) => [code(name), code(name), code('string'), '—', description]);
  return table(['attribute', 'property', 'type', 'default', 'meaning'], [...fields, ...inherited]);
}

function methods({ members = [] }: Declaration): string {
  return table(
    ['method', 'meaning'],
    members
      .filter(({ kind }) => kind === 'method')
      .map((method) => {
        const parameters = (method.parameters ?? []).map(({ name, type }) => `${name}: ${type?.text ?? 'unknown'}`);
        return [code(`${method.name}(${parameters.join(', ')})`), method.description ?? ''];
      }),
  );
}

function events({ events: docs = [] }: Declaration, all: readonly Declaration[]): string {
  return table(
    ['event', 'when', 'data'],
    docs.map(({ name, description = '', type }) => {
      const data = all.find((declaration) => declaration.name === type.text)?.members ?? [];
      return [code(name), description, data.map((field) => code(`${field.name}: ${typeOf(field)}`)).join(', ') || '—'];
    }),
  );
}

function named(what: string, docs: readonly Named[] = []): string {
  return table([what, 'meaning'], docs.map(({ name, description = '' }) => [code(name), description]));
}

function cssProperties({ cssProperties: docs = [] }: Declaration): string {
  return table(
    ['property', 'default', 'meaning'],
    docs.map((doc) => [code(doc.name), doc.default ? code(doc.default) : '—', doc.description ?? '']),
  );
}

/** Whether something may be absent says the default; the type need not say it again. */
function typeOf({ type }: Member): string {
  return (type?.text ?? 'unknown').replace(/ \| undefined$/, '').replace(/^\((\(.*\) => .*)\)$/, '$1');
}
