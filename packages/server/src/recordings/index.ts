/**
 * Records the calls of a live service, serves them again, and compares them with the service. Needs Node: a recording is a folder.
 *
 *     record     -> recording          a proxy stores each distinct exchange, without secrets
 *     recording  -> contract           the folder, and the content of its messages
 *     replay     -> differences        serves them to requests with the same content
 *     verify     -> differences        sends them again and reports what changed
 *     matcher    -> contract           the same for programs that keep exchanges in a database
 *     read-files                       a folder in memory, such as an uploaded one
 *
 * @packageDocumentation
 */

export { OptionError, type OptionProblem } from '@soapstone/options';
export type { Message } from './contract.js';
export type { Difference } from './differences.js';
export type { RecordedExchange } from './exchange-reader.js';
export {
  type ArchivedExchange,
  createMatcher,
  type MatchedRequest,
  type Matcher,
  type MatcherOptions,
  nearestExchange,
  type StorableExchange,
  type ToldDifference,
} from './matcher.js';
export type { NearestExchange } from './nearest.js';
export {
  type RecordingFiles,
  type RecordingFolder,
  type RecordingLimits,
  type RecordingProblem,
  readRecordingFiles,
} from './read-files.js';
export {
  createRecorder,
  type RecordedCall,
  type Recorder,
  type RecordHandler,
  type RecordOptions,
  record,
} from './record.js';
export { RecordingError } from './recording.js';
export {
  createReplay,
  type Replay,
  type ReplayedCall,
  type ReplayHandler,
  type ReplayOptions,
  replay,
} from './replay.js';
export { type VerifiedExchange, type VerifyOptions, verify } from './verify.js';
