/** Plays chunks of sessions in a thread of its own. */
import { parentPort } from 'node:worker_threads';
import { playChunk } from './soak-chunk.js';
import type { Chunk } from './soak-chunk.js';

// Aborting makes errors by the thousand; nobody reads their stacks.
Error.stackTraceLimit = 0;

const thrown: unknown[] = [];
process.on('unhandledRejection', (error) => thrown.push(error));
process.on('uncaughtException', (error) => thrown.push(error));

parentPort?.on('message', (chunk: Chunk) => {
  void playChunk(chunk, () => thrown.splice(0)).then((report) => parentPort?.postMessage(report));
});
