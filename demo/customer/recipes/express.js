/** The refresh endpoint in Node with Express. Everything else is done by `createTokenHandler()`. */
import express from 'express';
import { createTokenHandler, toNodeListener } from 'inbox-widget/server';
import { startSession, userOf } from './node-session.js';

const inboxToken = createTokenHandler({
  baseUrl: process.env.INBOX_BASE_URL,
  apiKey: process.env.INBOX_API_KEY, // from the environment, never from the code
  componentId: process.env.INBOX_COMPONENT_ID,
  getClientId: (request) => userOf(request.headers.get('cookie'))?.inboxClientId ?? null,
  onError: (error) => console.error(String(error)),
});

const app = express();
app.all('/inbox-token', toNodeListener(inboxToken));

// Stands in for your own sign-in.
app.post('/sign-in', express.urlencoded({ extended: false }), (request, response) => {
  const cookie = startSession(request.body?.user);
  if (cookie) response.setHeader('Set-Cookie', cookie);
  response.sendStatus(cookie ? 204 : 403);
});

app.listen(Number(process.env.PORT), '127.0.0.1');
