import type { Attachment } from '../model.js';
import { asRejected, refusal, serverTime } from './answer.js';
import { Refused } from './service-client.js';
import { parseAttachment } from './wire.js';

/**
 * The value of `Content-Disposition` for a file's name (RFC 6266, with the name as in RFC 8187).
 *
 * @param name Any text; what Unicode forbids becomes U+FFFD.
 */
export const contentDisposition = (name: string): string => {
  const encoded = encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\uFFFD')).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
};

/**
 * Uploads a file by XMLHttpRequest, which tells how far it is.
 *
 * Where the service is of the page's own origin, browsers add its cookies to such a request; the service takes no notice.
 *
 * @throws {Refused} where the service refuses
 */
export function upload(
  address: string,
  file: File,
  token: string,
  signal: AbortSignal,
  onProgress: ((part: number) => void) | undefined,
): Promise<Attachment> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.setRequestHeader('Content-Type', file.type || 'application/octet-stream');
    request.setRequestHeader('Content-Disposition', contentDisposition(file.name));
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total ? loaded / total : 0);
    request.onerror = () => reject(new TypeError('The upload was lost.'));
    request.onload = () => resolve(readAnswer(request));
    signal.addEventListener('abort', () => {
      request.abort();
      reject(signal.reason as Error);
    });
    request.send(file);
  });
}

async function readAnswer(request: XMLHttpRequest): Promise<Attachment> {
  const { status, responseText } = request;
  const json: unknown = await new Response(responseText).json().catch(() => null);
  if (status >= 200 && status < 300) return parseAttachment(json);
  const error = refusal(status, json);
  const isOfTheFile = error.code === 'INBOX_SERVICE_REFUSED' && status !== 401 && status !== 403;
  throw new Refused(
    isOfTheFile ? asRejected(error, 'INBOX_ATTACHMENT_REJECTED') : error,
    serverTime(request.getResponseHeader('date')),
  );
}
