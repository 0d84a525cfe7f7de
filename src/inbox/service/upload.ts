import { InboxError } from '../../errors.js';
import type { Send } from './service-client.js';

/**
 * The value of `Content-Disposition` for a file's name (RFC 6266, with the name encoded as in RFC 8187).
 *
 * @param name Any text; lone surrogates become U+FFFD.
 */
export const contentDisposition = (name: string): string => {
  const encoded = encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\uFFFD')).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
};

/**
 * A `fetch` for one file, made with XMLHttpRequest, which reports progress.
 *
 * Where the service is on the page's own origin, browsers add that origin's cookies to the request; the service ignores them.
 */
export const upload =
  (file: File, onProgress: ((part: number) => void) | undefined): Send =>
  (address, { headers: sent, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open('POST', address);
      for (const [name, value] of Object.entries(sent)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onProgress?.(total && loaded / total);
      // A folder, or a file that is gone or has changed since, fails as a lost connection does, but never gets better.
      request.onerror = () =>
        file.slice(0, 1).arrayBuffer().then(
          () => reject(new TypeError('The upload was lost.')),
          () => reject(new InboxError('INBOX_ATTACHMENT_REJECTED', 'The file cannot be read.')),
        );
      request.onload = () => {
        const headers = { date: request.getResponseHeader('date') ?? '', 'retry-after': request.getResponseHeader('retry-after') ?? '' };
        resolve(new Response(request.responseText || null, { status: request.status, headers }));
      };
      // Whoever waits for it hears of that from the signal: see `within()`.
      signal.addEventListener('abort', () => request.abort());
      request.send(file);
    });
