import type ts from 'typescript';
import { cli } from '@custom-elements-manifest/analyzer/cli.js';

/** The parts of a custom elements manifest (schema 1.0.0, and the analyzer's `cssStates`) that documents are made of. */
export interface Manifest {
  modules: readonly Module[];
}

export interface Module {
  readonly kind: 'javascript-module';
  readonly path: string;
  declarations?: Declaration[];
  readonly exports?: readonly ModuleExport[];
}

export interface ModuleExport {
  readonly kind: 'js' | 'custom-element-definition';
  readonly name: string;
  readonly declaration: { readonly name: string; readonly module?: string };
}

export interface Declaration {
  readonly kind: string;
  readonly name: string;
  readonly description?: string;
  readonly tagName?: string;
  superclass?: { readonly name: string; readonly module?: string; readonly package?: string };
  members?: Member[];
  attributes?: Attribute[];
  events?: EventDoc[];
  slots?: Named[];
  cssParts?: Named[];
  cssProperties?: CssProperty[];
  cssStates?: Named[];
}

export interface Named {
  readonly name: string;
  readonly description?: string;
}

export interface Member extends Named {
  readonly kind: 'field' | 'method';
  readonly privacy?: string;
  readonly static?: boolean;
  readonly readonly?: boolean;
  readonly type?: { readonly text: string };
  readonly default?: string;
  readonly attribute?: string;
  readonly reflects?: boolean;
  readonly parameters?: readonly { readonly name: string; readonly type?: { readonly text: string } }[];
  readonly return?: { readonly type?: { readonly text: string } };
}

export interface Attribute extends Named {
  fieldName?: string;
  type?: { readonly text: string };
}

export interface EventDoc extends Named {
  readonly type: { readonly text: string };
}

export interface CssProperty extends Named {
  readonly default?: string;
}

/** What a plugin of the analyzer is given, as far as ours use it. */
export interface Plugin {
  readonly name: string;
  analyzePhase?(phase: { ts: typeof ts; node: ts.Node; moduleDoc: Module }): void;
  packageLinkPhase?(phase: { customElementsManifest: Manifest }): void;
}

/** Reads the sources, by the settings in `custom-elements-manifest.config.mjs`. */
export async function readManifest(): Promise<Manifest> {
  return (await cli({ argv: ['analyze', '--quiet'], cwd: process.cwd(), noWrite: true })) as Manifest;
}

export function declarations(manifest: Manifest): Declaration[] {
  return manifest.modules.flatMap((module) => module.declarations ?? []);
}

/** The classes that have a tag name. */
export function elementsOf(manifest: Manifest): (Declaration & { readonly tagName: string })[] {
  return declarations(manifest).filter((one): one is Declaration & { readonly tagName: string } => one.tagName !== undefined);
}

/** @throws where no class of the sources has this tag name */
export function elementNamed(manifest: Manifest, tagName: string): Declaration {
  const element = declarations(manifest).find((declaration) => declaration.tagName === tagName);
  if (!element) throw new Error(`The sources have no class with "@element ${tagName}".`);
  return element;
}
