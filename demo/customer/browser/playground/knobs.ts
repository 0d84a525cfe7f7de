import { element } from '../elements.js';
import { KNOBS, type Choice, type Knob } from './choice.js';

/** Fills the form whose fields are the parts of the address: a choice is a new address. */
export function showKnobs(form: HTMLFormElement, choice: Choice, states: Knob['options']): void {
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
    // Only what differs from the default, so that an address says what it is about.
    const said = [...new FormData(form)].filter(([name, value]) => value !== knobs.find((knob) => knob.name === name)?.options[0]?.[0]);
    location.search = new URLSearchParams(said as [string, string][]).toString();
  });
}
