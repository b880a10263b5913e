import { stringify } from '@soapstone/json-xml-mapper';
import { type Difference, findDifferences } from './differences.js';

/** A recorded request: the name of its exchange, and the members that count. */
export interface RecordedRequest {
  readonly exchange: string;
  readonly content: unknown;
}

/** The recorded request that has the fewest differences from one that is not recorded. */
export interface NearestExchange {
  readonly exchange: string;
  readonly differences: readonly Difference[];
}

/** The maximum number of reported differences. */
export const MAX_DIFFERENCES = 20;
const MAX_QUOTED = 200;

/** Finds the recorded request with the fewest differences; undefined if nothing is recorded. */
export function findNearest(
  received: unknown,
  recorded: Iterable<RecordedRequest>,
): NearestExchange | undefined {
  let nearest: NearestExchange | undefined;
  for (const { exchange, content } of recorded) {
    const most = nearest?.differences.length ?? MAX_DIFFERENCES;
    const differences = findDifferences(content, received, most);
    if (nearest === undefined || differences.length < nearest.differences.length)
      nearest = { exchange, differences };
  }
  return nearest;
}

/** Describes a difference between a recorded request and another one in a sentence. */
export function describeDifference({ kind, recorded, received }: Difference): string {
  if (kind === 'missing') return `the recording has ${quoted(recorded)}, this request has nothing`;
  if (kind === 'added') return `the recording has nothing, this request has ${quoted(received)}`;
  return `the recording has ${quoted(recorded)}, this request has ${quoted(received)}`;
}

function quoted(value: unknown): string {
  const written = stringify(value as never);
  return written.length > MAX_QUOTED ? `${written.slice(0, MAX_QUOTED)}…` : written;
}
