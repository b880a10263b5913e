import { assertOptions, type Check, members, wrong } from '@soapstone/soap-model/options';
import { mergeHeaders } from './merge-headers.js';
import { type ClientOptions, clientOptionChecks, refuseCallback } from './options.js';

const CHANGEABLE: readonly (keyof ClientChanges)[] = [
  'endpoint',
  'security',
  'headers',
  'soapHeaders',
  'timeout',
  'addressing',
  'addressingProperties',
  'addressingVersion',
  'mtom',
  'mtomThreshold',
  'hooks',
];

/**
 * The options that `$with` changes. Each replaces that of the client; one that is absent or `undefined` stays as it is. `headers` and
 * `soapHeaders` are added to those of the client: a header replaces the one with its name, as a header of a call does.
 */
export type ClientChanges = Pick<
  ClientOptions,
  | 'endpoint'
  | 'security'
  | 'headers'
  | 'soapHeaders'
  | 'timeout'
  | 'addressing'
  | 'addressingProperties'
  | 'addressingVersion'
  | 'mtom'
  | 'mtomThreshold'
  | 'hooks'
>;

const changes: Check = members<ClientChanges>(
  Object.fromEntries(CHANGEABLE.map((name) => [name, clientOptionChecks[name]])) as Record<
    keyof ClientChanges,
    Check
  >,
);

/** An option that decides how operations are compiled or connections opened: the clients share both. */
const fixed: Check = (value) => {
  const found = Object.keys(Object(value)).find(
    (name) => Object.hasOwn(clientOptionChecks, name) && !(CHANGEABLE as readonly string[]).includes(name),
  );
  return found === undefined
    ? changes(value)
    : wrong('it is decided when a client is created: createClient(client.$model, options)').map((each) => ({
        ...each,
        path: `/${found}`,
      }));
};

/** Returns the options of a client with changes. Throws `OptionError`. */
export function changedOptions(options: ClientOptions, given: ClientChanges): ClientOptions {
  refuseCallback(given, '$with');
  assertOptions(fixed, given, '$with');
  const changed: Record<string, unknown> = { ...options };
  for (const name of CHANGEABLE) if (given[name] !== undefined) changed[name] = given[name];
  if (given.headers !== undefined) changed['headers'] = mergeHeaders(options.headers, given.headers);
  if (given.soapHeaders !== undefined)
    changed['soapHeaders'] = { ...options.soapHeaders, ...given.soapHeaders };
  return changed as ClientOptions;
}
