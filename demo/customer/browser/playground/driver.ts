import type { InboxWidget } from '../../../../src/element.js';

/**
 * Does with the widget what a person would: types, sends, searches, chooses files. States that only a person can bring
 * about are reached in this way.
 */
export class Driver {
  readonly #widget: InboxWidget;

  constructor(widget: InboxWidget) {
    this.#widget = widget;
  }

  /** Opens a conversation and waits until its thread is there. */
  async open(id: string, title: string): Promise<void> {
    this.#widget.openConversation(id);
    await this.#until(() => this.#find('[part~="thread-title"]')?.textContent?.includes(title) && this.#find('[part~="message"]'));
  }

  /** Replaces what stands in the reply field. */
  async write(text: string): Promise<void> {
    const field = await this.#until(() => this.#find<HTMLTextAreaElement>('[part~="field"]'));
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }

  async send(text: string): Promise<void> {
    await this.write(text);
    const button = await this.#until(() => this.#find('[part~="send-button"]:not([aria-disabled="true"])'));
    button.click();
    await this.#until(() => this.#find('[part~="log"]')?.textContent?.includes(text));
  }

  async attach(...files: File[]): Promise<void> {
    const input = await this.#until(() => this.#find<HTMLInputElement>('input[type="file"]'));
    const transfer = new DataTransfer();
    for (const file of files) transfer.items.add(file);
    input.files = transfer.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }

  async search(text: string): Promise<void> {
    const field = await this.#until(() => this.#find<HTMLInputElement>('[part~="search-field"]'));
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }

  async viewPicture(): Promise<void> {
    (await this.#until(() => this.#find('[part~="attachment"]:has(img)'))).click();
  }

  #find<T extends HTMLElement = HTMLElement>(selector: string): T | null {
    return this.#widget.shadowRoot?.querySelector<T>(selector) ?? null;
  }

  /** Looks again with each frame, until there is something. */
  async #until<T>(look: () => T | null | undefined | false | ''): Promise<T> {
    for (;;) {
      const found = look();
      if (found) return found;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }
}
