import type { Sealer } from '../../../domain/seal.js';
import type { RegistrationDependencies } from '../../registration/register.js';
import type { Administration } from '../open-administration.js';
import type { RecordingParts } from './apply-recordings.js';

/** The dependencies of `apply`. */
export interface ApplyDependencies extends Administration {
  readonly registration: RegistrationDependencies;
  readonly sealer: Sealer;
  /** The longest timeout that a service may have, in milliseconds. */
  readonly upstreamTimeout: number;
  readonly openRecordings: () => RecordingParts;
}

/** Receives each change as soon as it is made, so that the changes before a failure are known too. */
export interface ApplyReport {
  /** Receives one line for each difference, never with the value of a secret. */
  change(line: string): void;
  /** Receives a newly created key, which is not shown anywhere else. */
  key(name: string, key: string): void;
}
