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
