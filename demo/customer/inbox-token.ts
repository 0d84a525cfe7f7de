import { createTokenHandler } from '../../src/server/index.js';
import { faultyAnswer, meetFault, SLOW_ANSWER_MS } from './faults.js';
import type { CustomerOptions } from './options.js';
import type { RefreshLog } from './request-log.js';
import type { Session, Sessions } from './sessions.js';

/** What an answer can be: `dropped` breaks the connection instead, or finds it broken. */
export type RefreshAnswer = Response | 'dropped';

/**
 * The refresh endpoint as any customer would have it, `createTokenHandler()` over the own session, wrapped in what this
 * demo adds: faults on purpose, and a log.
 *
 * @param isOffline Whether connections are said to be broken: then nothing is answered at all.
 */
export function createRefreshEndpoint(
  { service, log }: CustomerOptions,
  sessions: Sessions,
  refreshLog: RefreshLog,
  isOffline: () => boolean,
): (request: Request) => Promise<RefreshAnswer> {
  const handle = createTokenHandler({
    ...service,
    getClientId: (request) => sessions.read(request.headers)?.user.clientId ?? null,
    onError: (error) => log?.(`The refresh endpoint: ${String(error)}`),
  });

  const answer = async (request: Request, session: Session | null): Promise<RefreshAnswer> => {
    if (isOffline()) return 'dropped';
    if (!session) return handle(request);
    const { kind, next } = meetFault(session.fault);
    session.fault = next;
    if (kind === 'drop') return 'dropped';
    if (kind === 'slow') await delay(SLOW_ANSWER_MS, request.signal);
    if (request.signal.aborted) return 'dropped';
    if (kind === 'same-token' && session.lastToken !== null) return Response.json({ token: session.lastToken });
    const faulty = faultyAnswer(kind);
    if (faulty) return faulty;
    const response = await handle(request);
    if (response.ok) session.lastToken = ((await response.clone().json()) as { token: string }).token;
    return response;
  };

  return async (request) => {
    const session = sessions.read(request.headers);
    const answered = await answer(request, session);
    refreshLog.add(session?.user.name ?? null, answered === 'dropped' ? null : answered.status);
    return answered;
  };
}

/** Waits, but not for a caller who has hung up. */
function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
