/** A Markdown table; cells may hold line breaks and bars. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  // Whatever it was read from has changed its shape.
  if (rows.length === 0) throw new Error(`There is nothing for the table of ${head.join(', ')}.`);
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

function cell(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').replaceAll('|', '\\|') || ' ';
}

export function code(text: string): string {
  return `\`${text}\``;
}

/**
 * Replaces what stands between `<!-- begin generated: name -->` and `<!-- end generated -->`.
 *
 * @throws where the document has a marker that nothing was generated for, or lacks one
 */
export function fillMarkers(document: string, sections: Readonly<Record<string, string>>): string {
  const missing = new Set(Object.keys(sections));
  const filled = document.replace(
    /(<!-- begin generated: ([\w-]+) -->\n)[\s\S]*?(<!-- end generated -->)/g,
    (_whole, begin: string, name: string, end: string) => {
      const section = sections[name];
      if (section === undefined) throw new Error(`Nothing is generated for the marker "${name}".`);
      missing.delete(name);
      return `${begin}\n${section}\n\n${end}`;
    },
  );
  if (missing.size > 0) throw new Error(`The document lacks the markers for ${[...missing].join(', ')}.`);
  return filled;
}
