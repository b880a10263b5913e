import { assertOptions, type Check, kindOf, wrong } from '@soapstone/options';
import { type CertificateUser, createUncheckedTransport, type Transport } from './compose-transport.js';
import { assertCompatibility } from './connection/assert-compatibility.js';
import { assertRequest, assertSignal, type TransportRequest } from './exchange.js';
import { assertProxy, withoutProxy } from './proxy/proxy-settings.js';
import { TransportError } from './transport-error.js';
import type { TransportOptions } from './transport-options.js';

export type { Transport };

/** A request is one, too. */
const certificateUser: Check = (value) =>
  typeof (value as Partial<CertificateUser> | null | undefined)?.account === 'string'
    ? []
    : wrong(`expected an object with "account", not ${kindOf(value)}`);

/** A request without the elements to sign, which the checks that `fetch` shares do not know: Node signs them. */
function withoutSigned(request: Omit<TransportRequest, 'proxy'>): Omit<TransportRequest, 'proxy' | 'signed'> {
  if (typeof request !== 'object' || request === null || !('signed' in request)) return request;
  const { signed: _, ...others } = request;
  return others;
}

/**
 * Creates a transport. Throws `OptionError` for an unknown option or an unusable value, and `TransportError` `INVALID_REQUEST` on a
 * runtime without undici's HTTP client.
 *
 * @example
 * ```ts
 * const transport = createTransport({ egress: { allow: ['10.1.0.0/16'] } });
 * const response = await transport.send(request);
 * await transport.close();
 * ```
 */
export function createTransport(options: TransportOptions = {}): Transport {
  const transport = createUncheckedTransport(options);
  let isClosed = false;
  return {
    ...transport,
    // An async function would wrap the call's promise in a second one.
    send(request, signal) {
      try {
        if (isClosed) throw closedError();
        assertRequest(withoutSigned(withoutProxy(request)));
        assertSignal(signal);
        assertCompatibility(request.compatibility, 'send');
        assertProxy(request.proxy, 'send');
      } catch (error) {
        return Promise.reject(error);
      }
      return transport.send(request, signal);
    },
    fetchDocument: (uri, fetchOptions) =>
      isClosed ? Promise.reject(closedError()) : transport.fetchDocument(uri, fetchOptions),
    async asksForCertificate(url, user) {
      assertOptions(certificateUser, user, 'asksForCertificate', 'user');
      return await transport.asksForCertificate(url, user);
    },
    close() {
      isClosed = true;
      return transport.close();
    },
  };
}

/** A closed transport would open its connections again, and nobody would close them. */
function closedError(): TransportError {
  return new TransportError({
    code: 'ABORTED',
    phase: 'prepare',
    message: 'the transport is closed; create another one',
  });
}
