/**
 * `npm run recipes`: starts each recipe of `demo/customer/recipes/` whose runtime this machine has, plays the widget's
 * refresh against it and the service's stand-in, and says of each whether it passed, failed or was not run.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seed } from '../../demo/service/seed/seed.js';
import { createService } from '../../demo/service/service.js';
import { buildIfStale } from '../runner/build-if-stale.js';
import { canRun, RECIPES, type Recipe } from './recipes.js';
import { RunningRecipe } from './running-recipe.js';
import { SITUATIONS, type Stage } from './situations.js';

interface Attempt {
  readonly recipe: Recipe;
  readonly running: RunningRecipe | null;
  readonly failures: string[];
}

// Two of them import the package as their users will.
if (!buildIfStale()) process.exit(1);

const folder = await mkdtemp(join(tmpdir(), 'inbox-recipes-'));
const service = await createService({ sandbox: true });
const seeded = await seed(service, Date.now());
// What the service itself would never say.
let answerInstead: (() => Response) | null = null;
const answerItself = service.app.fetch;
service.app.fetch = (request, ...rest) => {
  return (new URL(request.url).pathname.startsWith('/authentication') && answerInstead?.()) || answerItself(request, ...rest);
};
const { url: serviceUrl, close } = await service.start(0);
const key = await service.apiKeys.find(seeded.apiKey);
let serving: Promise<void> | null = null;
const stage: Stage = {
  service,
  serviceUrl,
  stopService: () => (serving ??= close()),
  accountId: key?.accountId ?? '',
  clientId: seeded.clientIds[0] ?? '',
  apiKey: seeded.apiKey,
};
const environment = {
  // As they are often written: with a slash, and with the line break of a file.
  INBOX_BASE_URL: `${serviceUrl}/`,
  INBOX_API_KEY: `${seeded.apiKey}\n`,
  INBOX_COMPONENT_ID: seeded.componentId,
  INBOX_CLIENT_ID: stage.clientId,
  SESSION_SECRET: 'only-for-this-run-'.repeat(5),
  APP_ENV: 'production',
};

async function start(recipe: Recipe): Promise<Attempt> {
  try {
    const running = await RunningRecipe.start(recipe, folder, environment);
    await running.signIn();
    return { recipe, running, failures: [] };
  } catch (error) {
    return { recipe, running: null, failures: [(error as Error).message] };
  }
}

/** What a key of two lines, which no header can hold, is known by in a log. */
const BROKEN_KEY = 'inbox_first-of-two-lines';

/** Whether a recipe tells such a key; it may refuse to start with it. */
async function tellsBrokenKey(recipe: Recipe): Promise<boolean> {
  const started = await RunningRecipe.start(recipe, folder, { ...environment, INBOX_API_KEY: `${BROKEN_KEY}\nsecond` }).catch(
    (error: unknown) => error as Error,
  );
  if (started instanceof Error) return started.message.includes(BROKEN_KEY);
  let answer: string;
  try {
    await started.signIn();
    answer = (await started.refresh()).text;
  } finally {
    await started.stop();
  }
  return answer.includes(BROKEN_KEY) || started.tells(BROKEN_KEY);
}

const attempts = await Promise.all(RECIPES.filter(canRun).map(start));
try {
  for (const { recipe, running, failures } of attempts) {
    if (running && (await tellsBrokenKey(recipe))) failures.push('a key of two lines: its log or answer holds it');
  }
  for (const { name, prepare, answer, check } of SITUATIONS) {
    await prepare?.(stage);
    answerInstead = answer ? () => answer(stage) : null;
    await Promise.all(
      attempts.map(async ({ running, failures }) => {
        if (running) await check(running, stage).catch((error: unknown) => failures.push(`${name}: ${(error as Error).message}`));
      }),
    );
    service.faults.clear();
  }
} finally {
  for (const { running } of attempts) await running?.stop();
  await stage.stopService();
  await service.close();
  await rm(folder, { recursive: true, force: true });
}

for (const { running, failures } of attempts) {
  if (running?.tellsSecrets(seeded.apiKey)) failures.push('its log holds a secret');
  if (running && !running.tells('could not be reached')) failures.push('its log does not say that the service is gone');
}

for (const recipe of RECIPES) {
  const attempt = attempts.find((each) => each.recipe === recipe);
  if (!attempt) console.log(`not run  ${recipe.name} (needs: ${recipe.needs})`);
  else console.log(`${attempt.failures.length === 0 ? 'passed ' : 'failed '}  ${recipe.name}`);
  for (const failure of attempt?.failures ?? []) console.log(`         ${failure}`);
}
const failed = attempts.filter(({ failures }) => failures.length > 0).length;
console.log(`${attempts.length - failed} passed, ${failed} failed, ${RECIPES.length - attempts.length} not run`);
process.exitCode = failed > 0 ? 1 : 0;
