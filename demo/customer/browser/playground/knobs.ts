import { element } from '../elements.js';
import { KNOBS, type Choice, type Knob } from './choice.js';

/**
 * Fills the form whose fields are the parts of the address: a choice is a new address.
 *
 * @param own What the state brings along, which its address need not say.
 */
export function showKnobs(form: HTMLFormElement, choice: Choice, own: Partial<Choice>, states: Knob['options']): void {
  const knobs: readonly Knob[] = [{ name: 'state', label: 'State', options: states }, ...KNOBS];
  form.replaceChildren(
    ...knobs.map(({ name, label, options }) => {
      const select = element(
        'select',
        { name },
        ...options.map(([value, word]) => element('option', { value, selected: value === choice[name] }, word)),
      );
      return element('label', {}, label, select);
    }),
  );
  form.addEventListener('change', () => {
    const said = new URLSearchParams();
    for (const { name, options } of knobs) {
      const { value } = form.elements.namedItem(name) as HTMLSelectElement;
      // Only what would not be so anyway, so that an address says what it is about.
      if (value !== (own[name] ?? options[0]?.[0])) said.set(name, value);
    }
    location.search = said.toString();
  });
}
