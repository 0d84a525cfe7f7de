/** Lets Node serve the web-standard recipe; Workers, Deno and Bun need no such file. */
import { serve } from '@hono/node-server';
import app from './web-standard.js';

serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' });
