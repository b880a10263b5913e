#!/usr/bin/env -S UV_THREADPOOL_SIZE=64 node --max-semi-space-size=32 --min-semi-space-size=32 --heap-growing-percent=100
import cluster from 'node:cluster';
import { defined } from '@soapstone/options/defined';
import { sizeYoungGenerationsOfThreads } from './children/young-generations.js';
import { joinSiblings } from './cluster/siblings.js';
import { supervise } from './cluster/supervise.js';
import type { Config } from './config/config.js';
import { ConfigError, readConfig } from './config/read-config.js';
import { findMisspelled } from './config/schema/misspelled.js';
import { describeStartFailure } from './config/start-error.js';
import { invitationLink } from './domain/accounts/invitation.js';
import { type Gateway, startGateway } from './gateway.js';
import { selfSignedCertificate } from './http/server/certificate.js';
import { containExceptions } from './http/server/contain-exceptions.js';
import { greetingOf } from './log/greeting.js';
import { createLog, type Log } from './log/log.js';
import { inviteFirstAdministrator } from './owners/management/use-cases/invite.js';
import { startWatchdog } from './watchdog/watchdog.js';

/**
 * Serves until SIGINT or SIGTERM, including one during the start, then finishes what is running. SIGTERM comes from a machine that may have
 * to notify load balancers first, SIGINT from a person who is waiting. A second signal ends the process immediately, by Node's default.
 */
async function serve(config: Config): Promise<void> {
  sizeYoungGenerationsOfThreads();
  const log = createLog(config.logLevel);
  // Only one of several workers does this.
  if ((cluster.worker?.id ?? 1) === 1) for (const doubt of findMisspelled(process.env)) log.warn(doubt);
  const siblings = cluster.worker === undefined ? undefined : joinSiblings(cluster.worker);
  const starting = startGateway(config, { log, ...defined({ siblings }) });
  // Stopping waits for this, because the store must not close in the meantime.
  const ready = starting.then(async (gateway) => {
    // An exception during the start ends the process, as nothing depends on it yet. From now on it has clients.
    containExceptions({
      log,
      failRequest: gateway.failRequest,
      onInterrupted: () => siblings?.askReplacement(),
    });
    greet(gateway, await inviteAdministrator(gateway, log));
    return gateway;
  });
  // Registered first, because a process that sees "listening" may send a signal before the next turn of the event loop.
  process.on('SIGHUP', () => void starting.then((gateway) => gateway.reloadCertificate(), ignore));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      const grace = signal === 'SIGTERM' ? config.limits.drainDelay : 0;
      void ready.then(
        (gateway) =>
          gateway.close(grace).then(
            // Disconnects, because the channel to the primary process keeps a worker alive.
            () => cluster.worker?.disconnect(),
            fail,
          ),
        ignore,
      );
    });
  }
  await ready;
  const { limits, dataDir, logLevel } = config;
  // Runs while the gateway drains too, because a stalled loop never sees SIGTERM.
  if (limits.watchdog > 0) {
    startWatchdog({ limit: limits.watchdog, dataDir, logged: logLevel !== 'silent', log });
  }
}

/** The log levels at which warnings are written. */
const SHOWS_WARNINGS: ReadonlySet<Config['logLevel']> = new Set(['trace', 'debug', 'info', 'warn']);

/**
 * Logs how to create the first administrator of a gateway without accounts. Returns the link, which works once and for one day; undefined
 * if there are accounts.
 */
async function inviteAdministrator({ store, config }: Gateway, log: Log): Promise<string | undefined> {
  const token = await inviteFirstAdministrator({ store, now: Date.now });
  if (token === undefined) return undefined;
  const link = invitationLink(config.baseUrl, token);
  const message = 'there is no account yet: create the first administrator at this address, within a day';
  log.warn(message, { link });
  // At these log levels nobody would see the link, which is created only once.
  if (!SHOWS_WARNINGS.has(config.logLevel) && !process.stderr.isTTY)
    process.stderr.write(`${message}: ${link}\n`);
  return link;
}

/** Tells a person at a terminal what to do next. A worker does so only if it has the link. */
function greet({ config }: Gateway, link: string | undefined): void {
  if (!process.stderr.isTTY || (cluster.isWorker && link === undefined)) return;
  const { baseUrl, dataDir } = config;
  const certFile = selfSignedCertificate(config)?.file;
  process.stderr.write(greetingOf({ baseUrl, dataDir, ...defined({ certFile, link }) }));
}

/** A failed start is reported only by the code that waits for it. */
function ignore(): void {}

function fail(error: unknown): void {
  console.error(error instanceof ConfigError ? error.message : describeStartFailure(error));
  process.exitCode = 1;
  cluster.worker?.disconnect();
}

function start(environment: NodeJS.ProcessEnv): void {
  try {
    const config = readConfig(environment);
    if (config.workers > 1 && cluster.isPrimary) supervise(config.workers);
    else {
      serve(config).catch((error) => {
        fail(error);
        // Resources that were opened during the start must not keep a process alive that serves nothing.
        process.exit();
      });
    }
  } catch (error) {
    fail(error);
  }
}

const USAGE = `Usage: soapstone-gateway [--config FILE] [command]

Without a command the gateway serves until SIGTERM. It is configured by environment variables, and by a YAML or JSON file with the
same settings (--config, or CONFIG_FILE). docs/settings.md lists them.

  check-config    check the configuration without starting, and list the settings that are set
  config-schema   print the JSON Schema of the configuration file, for editors
  apply FILE      bring the services and keys of an account to the state that a file describes; --dry-run only lists the differences
  export ACCOUNT  print such a file
  backup FILE     copy the embedded database, also while the gateway runs
  restore FILE    put a backup in its place, while the gateway is stopped
  admin           administer accounts, keys and sealing keys: soapstone-gateway admin --help
`;

/** Removes `--config FILE`, which sets `CONFIG_FILE`, from the arguments. */
function readArguments(argv: readonly string[]): { rest: string[]; environment: NodeJS.ProcessEnv } {
  const rest = [...argv];
  const index = rest.findIndex((each) => each === '--config' || each.startsWith('--config='));
  if (index === -1) return { rest, environment: process.env };
  const [option = ''] = rest.splice(index, 1);
  const file = option === '--config' ? rest.splice(index, 1)[0] : option.slice('--config='.length);
  return { rest, environment: { ...process.env, CONFIG_FILE: file } };
}

const { rest, environment } = readArguments(process.argv.slice(2));
const [command, ...others] = rest;
if (environment['CONFIG_FILE'] === undefined && process.argv.includes('--config')) {
  process.stderr.write(`--config needs the name of a file\n\n${USAGE}`);
  process.exitCode = 2;
} else if (command === undefined) {
  start(environment);
} else if (command === 'check-config' && others.length === 0) {
  const { checkConfig } = await import('./config/check-config.js');
  const { text, valid } = checkConfig(environment);
  process[valid ? 'stdout' : 'stderr'].write(text);
  process.exitCode = valid ? 0 : 1;
} else if (command === 'config-schema' && others.length === 0) {
  const { configFileSchema } = await import('./config/file/file-settings.js');
  process.stdout.write(`${JSON.stringify(configFileSchema(), null, 2)}\n`);
} else if (command === 'backup' || command === 'restore') {
  const { processTerminal, runBackup } = await import('./compose/administer.js');
  await runBackup(command, others, environment, processTerminal()).then((code) => {
    process.exitCode = code;
  }, fail);
} else if (command === 'apply' || command === 'export') {
  const { administer, processTerminal } = await import('./compose/administer.js');
  process.exitCode = await administer(rest, environment, processTerminal());
} else if (command === 'admin') {
  const { administer, processTerminal } = await import('./compose/administer.js');
  process.exitCode = await administer(others, environment, processTerminal());
} else {
  const asked = command === '--help' || command === '-h';
  const problem = asked ? '' : `${rest.join(' ')} is not a command\n\n`;
  process[asked ? 'stdout' : 'stderr'].write(problem + USAGE);
  process.exitCode = asked ? 0 : 2;
}
