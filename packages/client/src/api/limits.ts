import type { MapperLimits } from '@soapstone/json-xml-mapper';
import { type Check, limit, numberFrom } from '@soapstone/options';
import type { TransportLimits } from '@soapstone/soap-transport';

/**
 * The limits of messages (`requestBytes`, `responseBytes`, …) and of connections (`connectMs`, `inFlightPerOrigin`, …).
 *
 * | name | default | what |
 * |---|---|---|
 * | `responseBytes` | 10 MiB | a response; `items` and `stream` have no limit unless this is set |
 * | `responseNodes` | 1,000,000 | values in a response; not limited by default for `items` and `stream` either |
 * | `responseDepth` | 128 | elements inside one another |
 * | `requestDepth` | 64 | objects and arrays inside one another |
 * | `requestNodes` | 100,000 | values in an input |
 * | `outputBytes` | `responseBytes` | JSON that a response may become, XML that a request may become |
 * | `errors` | 50 | problems that a `ValidationError` lists |
 * | `work` | 5,000,000 | units of work to check one message |
 * | `connectMs` | 5,000 | DNS, TCP and TLS |
 * | `firstByteMs` | `timeout` | from the request to the head of the response |
 * | `inFlightPerOrigin` | 64 | calls, and connections, to one origin at a time; further calls wait until their timeout |
 * | `waitingPerOrigin` | no limit | calls that wait for a connection; further calls fail with `UPSTREAM_BUSY` |
 * | `keepAliveMs` | 4,000 | how long an idle connection is kept |
 * | `breakerFailures` | 0 (off) | failures in a row after which calls fail immediately for `breakerOpenMs` (30,000) |
 */
export type ClientLimits = Partial<
  Record<
    keyof MapperLimits | Exclude<keyof TransportLimits, 'deadlineMs' | 'maxResponseBytes'>,
    number | undefined
  >
>;

/** The members of `ClientLimits` that the mapper takes. */
const MESSAGE_LIMITS: readonly (keyof MapperLimits)[] = [
  'requestBytes',
  'responseBytes',
  'requestDepth',
  'responseDepth',
  'requestNodes',
  'responseNodes',
  'attributesPerElement',
  'numberDigits',
  'errors',
  'warnings',
  'patternStates',
  'work',
  'outputBytes',
  'expansion',
];

const CONNECTION_LIMITS: readonly Exclude<keyof TransportLimits, 'deadlineMs' | 'maxResponseBytes'>[] = [
  'connectMs',
  'firstByteMs',
  'maxParts',
  'maxPartHeaderBytes',
  'inFlight',
  'inFlightPerAccount',
  'inFlightPerOrigin',
  'waitingPerOrigin',
  'pools',
  'keepAliveMs',
  'dnsTtlMs',
  'lookupsPerAccount',
  'breakerFailures',
  'breakerOpenMs',
  'breakerMaxOpenMs',
  'redirects',
];

/** The checks of the members of `ClientLimits`, by name. */
export const limitChecks = Object.fromEntries([
  ...MESSAGE_LIMITS.map((name) => [name, limit]),
  ...CONNECTION_LIMITS.map((name) => [name, numberFrom(0)]),
]) as Record<keyof ClientLimits, Check>;

/** Selects the limits of connections, for the transport. */
export function connectionLimits(limits: ClientLimits = {}): Partial<TransportLimits> {
  // By default only the timeout of the call applies: a shorter limit within it would surprise users.
  return { firstByteMs: Number.MAX_SAFE_INTEGER, ...pick(limits, CONNECTION_LIMITS) };
}

/** Selects the limits of messages, for the mapper. */
export function messageLimits(limits: ClientLimits): Partial<MapperLimits> {
  return pick(limits, MESSAGE_LIMITS);
}

function pick<Name extends string>(
  limits: Partial<Record<string, number | undefined>>,
  names: readonly Name[],
): Partial<Record<Name, number>> {
  return Object.fromEntries(
    names.flatMap((name) => (limits[name] === undefined ? [] : [[name, limits[name]]])),
  ) as Partial<Record<Name, number>>;
}
