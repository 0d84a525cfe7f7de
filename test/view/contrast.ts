/** What is between an element's colour, or that of its background, border or underline, and what is behind it, whatever those are made of. */
export function contrast(element: Element, of: 'color' | 'backgroundColor' | 'borderTopColor' | 'borderInlineStartColor' | 'textDecorationColor' = 'color'): number {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true })!;
  const paint = (color: string): void => {
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
  };
  const light = (): number => {
    const [r = 0, g = 0, b = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const around: Element[] = [];
  for (let at = of === 'color' ? element : element.parentElement; at; at = at.parentElement) around.unshift(at);
  for (const one of around) paint(getComputedStyle(one).backgroundColor);
  const behind = light();
  paint(getComputedStyle(element)[of]);
  const above = light();
  return (Math.max(above, behind) + 0.05) / (Math.min(above, behind) + 0.05);
}
