import { availableParallelism } from 'node:os';
import { defined } from '@soapstone/options/defined';
import { createTransport } from '@soapstone/soap-transport';
import { createFairSlots } from '../../../children/fair-slots.js';
import type { StartChild } from '../../../children/start-child.js';
import type { GatewayLimits } from '../../../config/config.js';
import { outboundProxiesOf, outboundProxyOf } from '../../../config/outbound-proxy.js';
import { readConfig } from '../../../config/read-config.js';
import { createServiceProxies } from '../../../credentials/service-proxies.js';
import { createSealer, type Sealer } from '../../../domain/seal.js';
import type { Log } from '../../../log/log.js';
import type { UploadRecordings } from '../../../services/live-services.js';
import type { Store } from '../../../store/store.js';
import { createDocumentFetch } from '../../registration/fetch-document.js';
import { openAdministration } from '../open-administration.js';
import type { Terminal } from '../terminal.js';
import { applyServices } from './apply-services.js';
import { exportServices } from './export-services.js';
import { readServicesFile } from './services-file.js';

/** The options of `apply`. */
export interface ApplyOptions {
  readonly dryRun: boolean;
  /** Overrides the account that the file names. */
  readonly account: string | undefined;
}

/** Opens what stores the recordings of an upload. */
export type OpenRecordings = (source: {
  readonly store: Store;
  readonly sealer: Sealer;
  readonly limits: GatewayLimits;
  readonly log: Pick<Log, 'error' | 'warn'>;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
}) => OpenedRecordings;

/** Stores uploads until it is closed. */
export interface OpenedRecordings {
  readonly upload: UploadRecordings;
  close(): Promise<void>;
}

/** The configuration of a command, as the gateway reads it, its terminal, and what opens its parts. */
export interface AdministrationContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
  readonly openRecordings: OpenRecordings;
  /** Starts what runs in child processes. Default `startChild`. */
  readonly startChild?: StartChild | undefined;
}

/**
 * Runs `apply FILE` on the configured store. Prints each change on standard error and each new key on standard output as soon as it is
 * made, so that both are known if a later one fails.
 */
export async function runApply(
  name: string,
  { dryRun, account }: ApplyOptions,
  { environment, terminal, openRecordings, startChild }: AdministrationContext,
): Promise<void> {
  const file = readServicesFile(name, environment, account);
  const config = readConfig(environment);
  const { limits } = config;
  const administration = await openAdministration(config, (error) =>
    terminal.err(`warning: ${error.message}\n`),
  );
  const transport = createTransport({
    egress: { allow: config.egressAllow },
    proxy: await outboundProxyOf(config.outboundProxy),
  });
  const warn = (message: string) => terminal.err(`warning: ${message}\n`);
  const warnings = { error: warn, warn };
  let opened: OpenedRecordings | undefined;
  try {
    const { store, now } = administration;
    const registration = {
      ...defined({ start: startChild }),
      store,
      now,
      plans: config.plans.plans,
      assertRoom() {},
      slots: createFairSlots({
        atOnce: availableParallelism(),
        ofAccount: 2,
        waiting: 100,
        waitingOfAccount: 100,
      }),
      timeout: limits.registrationTimeout,
      memory: limits.registrationMemory,
      fetch: createDocumentFetch(transport),
      proxies: createServiceProxies(await outboundProxiesOf(config.outboundProxies)),
    };
    const sealer = createSealer(administration.secrets.sealingKeys);
    const uploadRecordings = () => {
      opened ??= openRecordings({ store, sealer, limits, log: warnings, now });
      return opened.upload;
    };
    const { upstreamTimeout } = limits;
    const deps = {
      ...administration,
      registration,
      sealer,
      upstreamTimeout,
      watch: config.watch,
      openRecordings: uploadRecordings,
    };
    let changes = 0;
    await applyServices(file, deps, dryRun, {
      change(line) {
        changes += 1;
        terminal.err(`${line}\n`);
      },
      key: (of, value) => terminal.out(`${of}: ${value}\n`),
    });
    if (changes === 0) terminal.err('nothing to change\n');
    else if (dryRun) terminal.err('nothing was changed: this was a dry run\n');
  } finally {
    await opened?.close();
    await transport.close();
    await administration.close();
  }
}

/** Runs `export ACCOUNT` on the configured store. */
export async function runExport(
  accountId: string,
  { environment, terminal }: AdministrationContext,
): Promise<void> {
  const administration = await openAdministration(readConfig(environment), (error) =>
    terminal.err(`warning: ${error.message}\n`),
  );
  try {
    terminal.out(await exportServices(accountId, administration));
  } finally {
    await administration.close();
  }
}
