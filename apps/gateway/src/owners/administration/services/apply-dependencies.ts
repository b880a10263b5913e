import type { Sealer } from '../../../domain/seal.js';
import type { WatchRules } from '../../../domain/services/contract-watch.js';
import type { UploadRecordings } from '../../../services/live-services.js';
import type { RegistrationDependencies } from '../../registration/register.js';
import type { Administration } from '../open-administration.js';
import type { ReadServicesFile } from './services-file.js';

/** The dependencies of `apply`. */
export interface ApplyDependencies extends Administration {
  readonly registration: RegistrationDependencies;
  readonly sealer: Sealer;
  /** The longest timeout that a service may have, in milliseconds. */
  readonly upstreamTimeout: number;
  /** The operator's settings for checks of WSDLs. */
  readonly watch: WatchRules;
  /** Returns what stores recordings, opened for the first service that declares some. */
  readonly openRecordings: () => UploadRecordings;
}

/** Receives each change as soon as it is made, so that the changes before a failure are known too. */
export interface ApplyReport {
  /** Receives one line for each difference, never with the value of a secret. */
  change(line: string): void;
  /** Receives a newly created key, which is not shown anywhere else. */
  key(name: string, key: string): void;
}

/** One run of `apply`, as each part of a service needs it. */
export interface ApplyRun {
  readonly file: ReadServicesFile;
  readonly deps: ApplyDependencies;
  /** Whether to list the differences only. */
  readonly dryRun: boolean;
  readonly report: ApplyReport;
}
