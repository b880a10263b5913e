import type { Sealer } from '../../domain/seal.js';
import type { RegistrationDependencies } from '../../registration/register.js';
import type { Administration } from '../open-administration.js';
import type { RecordingParts } from './apply-recordings.js';

/** The dependencies of `apply`. */
export interface ApplyDependencies extends Administration {
  readonly registration: RegistrationDependencies;
  readonly sealer: Sealer;
  /** Milliseconds: the longest timeout of a service. */
  readonly upstreamTimeout: number;
  readonly openRecordings: () => RecordingParts;
}

/** Receives what `apply` does, as it does it: what was done before a failure is known too. */
export interface ApplyReport {
  /** One line for each difference, never with the value of a secret. */
  change(line: string): void;
  /** A key that was just created, which is shown only here. */
  key(name: string, key: string): void;
}
