/** Whether an address names this machine: with other names, a site can come to lead here whose pages its browser takes for ours. */
export function isLoopback(url: string): boolean {
  return URL.canParse(url) && /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(new URL(url).hostname);
}
