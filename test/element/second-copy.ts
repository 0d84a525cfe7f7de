/**
 * A second copy of the sources, as a page has it that embeds two bundles: every module below `/src/` is evaluated anew,
 * and shares nothing with the first copy but the page.
 */
export async function secondCopy<T>(entry: string): Promise<T> {
  const copies = new Map<string, Promise<string>>();
  const copyOf = (address: string): Promise<string> => {
    const copy = copies.get(address) ?? makeCopy(address);
    copies.set(address, copy);
    return copy;
  };
  const makeCopy = async (address: string): Promise<string> => {
    let text = await (await fetch(address)).text();
    const found = [...text.matchAll(/(?:\bfrom|\bimport\(?)\s*(["'])([^"']+)\1/g)];
    for (const [whole, quote = '"', specifier = ''] of found) {
      if (!/^[./]/.test(specifier)) continue;
      const url = new URL(specifier, address);
      const target = url.pathname.startsWith('/src/') ? await copyOf(url.href) : url.href;
      text = text.replace(whole, whole.replace(`${quote}${specifier}${quote}`, `${quote}${target}${quote}`));
    }
    return URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  };
  return (await import(/* @vite-ignore */ await copyOf(new URL(entry, location.origin).href))) as T;
}
