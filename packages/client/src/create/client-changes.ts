import { assertOptions, type Check, members, wrong } from '@soapstone/options';
import { defined } from '@soapstone/options/defined';
import {
  type ClientChanges,
  type ClientOptions,
  changeableChecks,
  fixedChecks,
  refuseCallback,
} from '../api/options.js';
import { mergeHeaders } from '../call/merge-headers.js';

/** The error of an option that all clients of `$with` share. */
const fixed: Check = () =>
  wrong('it is decided when a client is created: createClient(client.$model, options)');

const changes: Check = members<ClientChanges>({
  ...changeableChecks,
  ...Object.fromEntries(Object.keys(fixedChecks).map((name) => [name, fixed])),
});

/** Returns the options of a client with changes. Throws `OptionError`. */
export function changedOptions(options: ClientOptions, given: ClientChanges): ClientOptions {
  refuseCallback(given, '$with');
  assertOptions(changes, given, '$with');
  const { headers, soapHeaders } = given;
  return {
    ...options,
    ...defined(given),
    headers: mergeHeaders(options.headers, headers),
    soapHeaders: soapHeaders === undefined ? options.soapHeaders : { ...options.soapHeaders, ...soapHeaders },
  };
}
