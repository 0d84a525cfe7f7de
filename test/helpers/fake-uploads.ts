/**
 * Puts an XMLHttpRequest in the page's place of it that asks a `fetch`, and tells progress in two steps.
 *
 * @returns Puts the page's own back.
 */
export function installFakeUploads(fetch: (url: string, init: RequestInit) => Promise<Response>): () => void {
  const own = globalThis.XMLHttpRequest as typeof XMLHttpRequest | undefined;

  class FakeUpload {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    onload?: () => void;
    onerror?: () => void;
    status = 0;
    responseText = '';
    #response = new Response();
    #init = { method: '', headers: {} as Record<string, string> };
    #url = '';
    #abort = new AbortController();

    open(method: string, url: string): void {
      this.#init.method = method;
      this.#url = url;
    }

    setRequestHeader(name: string, value: string): void {
      this.#init.headers[name] = value;
    }

    getResponseHeader(name: string): string | null {
      return this.#response.headers.get(name);
    }

    abort(): void {
      this.#abort.abort();
    }

    send(body: Blob): void {
      const total = body.size;
      for (const loaded of [Math.floor(total / 2), total]) this.upload.onprogress?.({ loaded, total });
      fetch(this.#url, { ...this.#init, body, signal: this.#abort.signal }).then(
        async (response) => {
          this.#response = response;
          this.status = response.status;
          this.responseText = await response.text();
          this.onload?.();
        },
        () => this.#abort.signal.aborted || this.onerror?.(),
      );
    }
  }

  Object.assign(globalThis, { XMLHttpRequest: FakeUpload });
  return () => Object.assign(globalThis, { XMLHttpRequest: own });
}
