import type { Attachment } from './model.js';

/** A message or draft in one line: its text, else the names of its files. */
export const lineOf = ({ text, attachments }: { readonly text: string; readonly attachments?: readonly Pick<Attachment, 'name'>[] }): string =>
  text.trim() || (attachments ?? []).map(({ name }) => name).join(', ');
