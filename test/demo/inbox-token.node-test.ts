import { expect } from 'chai';
import { COMPANIES } from '../../demo/customer/companies.js';
import { createRefreshEndpoint } from '../../demo/customer/inbox-token.js';
import { RefreshLog } from '../../demo/customer/request-log.js';
import { sessionCookie, Sessions } from '../../demo/customer/sessions.js';

describe('the customer’s refresh endpoint', () => {
  it('does not count an answer that came too late for whoever asked', async () => {
    const [company] = COMPANIES;
    if (!company) throw new Error('There is no company.');
    const user = { id: 'jonas', name: 'Jonas', company, clientId: 'client-jonas' };
    const sessions = new Sessions();
    const log = new RefreshLog(() => Date.UTC(2026, 10, 27, 9));
    // Nobody listens there: a call to the service would be an answer of 502.
    const service = { baseUrl: 'http://127.0.0.1:9', apiKey: 'key', componentId: 'component-1' };
    const answer = createRefreshEndpoint({ service, users: [user] }, sessions, log, () => false);
    const session = sessions.start(user);
    session.fault = { kind: 'slow', timesLeft: null };

    const caller = new AbortController();
    const answered = answer(
      new Request('http://127.0.0.1/inbox-token', {
        method: 'POST',
        headers: { Cookie: sessionCookie(session, new Headers()), 'X-Requested-With': 'inbox-widget' },
        signal: caller.signal,
      }),
    );
    caller.abort();
    expect(await answered).to.equal('dropped');
    expect(log.entries()).to.deep.equal([{ time: '2026-11-27T09:00:00.000Z', user: 'Jonas', status: null }]);
  });
});
