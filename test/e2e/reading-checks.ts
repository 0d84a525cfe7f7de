/**
 * What can be wrong with what somebody reads and presses, found in the page itself. Each function runs there, with the
 * widget as its argument, and returns what is wrong in words; nothing, if all is well.
 */

/** Text and glyphs that do not stand out from what is behind them; what is disabled may be faint. */
export function faint(widget: Element): string[] {
  const root = widget.shadowRoot as ShadowRoot;
  const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });
  const rgba = (color: string): number[] => {
    if (!canvas) throw new Error('There is no canvas to read colours with.');
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = (color: string): number => {
    const [r = 0, g = 0, b = 0] = rgba(color).map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element: Element | null): string => {
    for (let at = element; at; at = at.parentElement ?? (at.getRootNode() as Partial<ShadowRoot>).host ?? null) {
      const { backgroundColor } = getComputedStyle(at);
      if ((rgba(backgroundColor)[3] ?? 0) > 200) return backgroundColor;
    }
    return 'Canvas';
  };
  return [...root.querySelectorAll('*')].flatMap((element) => {
    const isGlyph = element.tagName === 'svg' && element.querySelector('path[d]:not([d=""])') !== null;
    const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    const isSeen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest('.visually-hidden, [aria-disabled="true"]');
    if (!isSeen || (!isGlyph && !hasText)) return [];
    const [one, other] = [light(getComputedStyle(element).color), light(behind(element))];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    return contrast >= (isGlyph ? 3 : 4.5) ? [] : [`${contrast.toFixed(1)}:1 ${element.getAttribute('part') ?? element.className.toString()} ${element.textContent?.trim() ?? ''}`];
  });
}

/** Controls that cannot be reached, words that are cut off or lie over each other, boxes that scroll sideways. */
export function cramped(widget: Element): string[] {
  const root = widget.shadowRoot as ShadowRoot;
  const problems: string[] = [];
  const name = (element: Element): string => `${element.getAttribute('part') ?? element.className.toString()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40)}”`;
  // What is behind a viewer is neither read nor pressed.
  const all = [...(root.querySelector('dialog[open]') ?? root).querySelectorAll<HTMLElement>('*')].filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest('.visually-hidden, svg, option, [hidden]') &&
      // Only heard where it is narrow.
      getComputedStyle(element).clipPath === 'none',
  );

  if (document.documentElement.scrollWidth > document.documentElement.clientWidth) problems.push('The page scrolls sideways.');
  for (const element of all) {
    const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element);
    // Names and previews end in an ellipsis by design.
    const isShortened = textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
    const [wide, high] = [element.scrollWidth - element.clientWidth > 1, element.scrollHeight - element.clientHeight > 1];
    if (/auto|scroll/.test(overflowX) && wide && element.tagName !== 'TEXTAREA') problems.push(`scrolls sideways: ${name(element)}`);
    if (/hidden|clip/.test(overflowX) && wide && !isShortened) problems.push(`cut off: ${name(element)}`);
    if (/hidden|clip/.test(overflowY) && high && !isShortened && !element.matches('.list, .thread, .inbox')) problems.push(`cut off below: ${name(element)}`);
  }

  /** What of a box is left by the boxes around it that cut off or scroll. */
  const shown = (element: Element, box: DOMRect): DOMRect => {
    let { left, top, right, bottom } = box;
    for (let at: Element | null = element; at; at = at.parentElement) {
      if (getComputedStyle(at).overflow === 'visible') continue;
      const around = at.getBoundingClientRect();
      [left, top] = [Math.max(left, around.left), Math.max(top, around.top)];
      [right, bottom] = [Math.min(right, around.right), Math.min(bottom, around.bottom)];
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
  };
  const scrolls = (element: Element): boolean => {
    for (let at = element.parentElement; at; at = at.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(at).overflowY) && at.scrollHeight > at.clientHeight) return true;
    }
    return false;
  };
  for (const control of all.filter((element) => element.matches('button, textarea, select, input, .filter, a'))) {
    const box = control.getBoundingClientRect();
    const seen = shown(control, box);
    if (seen.height < box.height && scrolls(control)) continue;
    if (seen.width < box.width - 1 || seen.height < box.height - 1) problems.push(`not whole: ${name(control)}`);
    const hit = root.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (!hit || !(control.contains(hit) || control.closest('label, .composer-box, .search, .channel-filter')?.contains(hit))) problems.push(`covered: ${name(control)}${hit ? ` by ${name(hit)}` : ''}`);
  }

  const words = all
    // These float over what is below them.
    .filter((element) => !element.closest('.jump-button, .message-tools'))
    .flatMap((element) => [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()).map((node) => ({ element, node })))
    .flatMap(({ element, node }) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()].map((rect) => ({ element, node, rect: shown(element, rect) }));
    })
    .filter(({ rect }) => rect.width > 1 && rect.height > 1);
  for (const [index, one] of words.entries()) {
    for (const other of words.slice(index + 1)) {
      if (one.node === other.node) continue;
      const width = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
      const height = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top);
      // Lines' boxes may touch; half a line of both is ink on ink.
      if (width > 2 && height > Math.min(one.rect.height, other.rect.height) / 2) problems.push(`over each other: ${name(one.element)} and ${name(other.element)}`);
    }
  }
  return problems;
}

/** What moves, or would. */
export function moving(widget: Element): string[] {
  const root = widget.shadowRoot as ShadowRoot;
  const running = document.getAnimations().flatMap(({ effect, playState }) => {
    const target = effect instanceof KeyframeEffect ? effect.target : null;
    return playState === 'running' && target?.getRootNode() === root ? [`moves: ${target.className.toString()}`] : [];
  });
  const ready = [...root.querySelectorAll('*')].flatMap((element) => {
    const { transitionDuration, transitionProperty, animationName, scrollBehavior } = getComputedStyle(element);
    const eases = transitionProperty !== 'none' && transitionDuration.split(', ').some((text) => Number.parseFloat(text) > 0);
    return eases || animationName !== 'none' || scrollBehavior === 'smooth' ? [`would move: ${element.className.toString()}`] : [];
  });
  return [...running, ...ready];
}

/** What the tools of a message lie on, or that they are not there whole. Its argument is the message. */
export function covered(message: Element): string[] {
  const tools = message.querySelector('.message-tools');
  const log = message.closest('.log')?.getBoundingClientRect();
  if (!tools || !log) return ['no tools'];
  const box = tools.getBoundingClientRect();
  const lie = (other: DOMRect): boolean => other.left < box.right && other.right > box.left && other.top < box.bottom && other.bottom > box.top;
  const wrong = box.left < log.left || box.right > log.right || box.bottom > log.bottom ? ['not whole'] : [];
  const words = document.createTreeWalker(message.closest('.messages') as Element, NodeFilter.SHOW_TEXT);
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    if (!node.textContent?.trim() || tools.contains(node) || node.parentElement?.closest('.visually-hidden')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    if ([...range.getClientRects()].some(lie)) wrong.push(node.textContent.trim());
  }
  return wrong;
}
