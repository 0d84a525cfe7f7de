/** What `npm run demo` and `npm run service` both take. */
import { parseArgs } from 'node:util';
import { LAST_PORT } from './listen-on-loopback.js';
import { CannotStart, DEFAULT_DATA_FOLDER } from './service/demo-service.js';

/** As package.json demands it. */
const OLDEST_NODE = [20, 19] as const;

export interface CommandLine {
  /** First port that is tried; 0 lets the system choose. */
  readonly port: number;
  /** Absent: the default, or the next free one beside it. */
  readonly dataFolder: string | undefined;
  readonly fresh: boolean;
  readonly quiet: boolean;
  readonly withoutBuild: boolean;
  readonly json: boolean;
}

/** Reads the command line, or ends the process: with the usage where somebody asks for it, and with what is wrong where something is. */
export function readCommandLine(command: string, defaultPort: number): CommandLine {
  const complaint = complaintOfNode(process.version);
  if (complaint !== null) {
    console.error(complaint);
    process.exit(1);
  }
  const usage = `npm run ${command} -- [--port ${defaultPort}] [--data ${DEFAULT_DATA_FOLDER}] [--fresh] [--quiet] [--no-build] [--json]

  --port      first port that is tried; a taken one is replaced by the next free one. 0: any
  --data      folder that keeps the service's data; while the default is in use, the next free one beside it
  --fresh     throws the data away first, and nothing else that is in the folder
  --quiet     leaves the contacts silent
  --no-build  serves the hosted widget as it was built last
  --json      prints one line of JSON once all is ready`;

  const { help, data: dataFolder, 'no-build': withoutBuild, ...values } = parse(usage, defaultPort);
  if (help) {
    console.log(usage);
    process.exit(0);
  }
  if (dataFolder === '') refuse('--data must name a folder.', usage);
  const port = /^\d+$/.test(values.port) ? Number(values.port) : NaN;
  if (!(port <= LAST_PORT)) refuse(`--port must be a number from 0 to ${LAST_PORT}, not “${values.port}”.`, usage);
  return { ...values, port, dataFolder, withoutBuild };
}

/** What is wrong with a version of Node; `null` where nothing is. An older one would end in the middle of some bundler's code. */
export function complaintOfNode(version: string): string | null {
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  const isTooOld = major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
  return isTooOld ? `Node ${OLDEST_NODE.join('.')} or newer is needed; this is ${version}.` : null;
}

/** Ends the process where a start failed: with one sentence where it is known why, be it that the system refused. */
export function endWithoutStart(error: unknown): never {
  const isKnown = error instanceof CannotStart || (error instanceof Error && 'syscall' in error);
  console.error(isKnown ? error.message : error);
  process.exit(1);
}

function parse(usage: string, defaultPort: number) {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: String(defaultPort) },
        data: { type: 'string' },
        fresh: { type: 'boolean', default: false },
        quiet: { type: 'boolean', default: false },
        'no-build': { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    return refuse((error as Error).message, usage);
  }
}

function refuse(reason: string, usage: string): never {
  console.error(`${reason}\n\n${usage}`);
  process.exit(2);
}
