import { isJsonBody } from '@soapstone/http-contract/internal/routes';
import type { Catalog } from '../calls/catalog/catalog.js';
import type { Target } from '../calls/catalog/resolve.js';
import type { ProxyRequest, ProxyResponse } from '../calls/proxy/http.js';
import type { Layer } from '../calls/proxy/layer.js';
import { printedBody } from '../calls/proxy/respond.js';
import type { Log } from '../log/log.js';
import type { Store } from '../store/store.js';
import { redactBody } from './redact-body.js';

/** Records the bodies of calls for services whose owners enabled recording for some hours. */
export interface BodyCapture {
  /** The layer that records the bodies of a call if recording is on for its service. */
  readonly layer: Layer;
  close(): void;
}

/** The interval between two checks of which services are recorded, in milliseconds. */
const LOOK_EVERY = 2_000;
/** The maximum number of recorded calls per service. */
const MOST = 100;
/** The maximum number of calls that wait to be written; further ones are dropped. */
const WAITING = 50;

/** `now` is in milliseconds since the Unix epoch. */
export function captureBodies(
  store: Pick<Store, 'services' | 'callBodies'>,
  catalog: Catalog,
  log: Pick<Log, 'error'>,
  now: () => number,
): BodyCapture {
  /** The recorded services by the two path segments that identify them, and until when. */
  let watched = new Map<
    string,
    { readonly accountId: string; readonly serviceId: string; readonly until: number }
  >();
  let waiting = 0;

  async function look(): Promise<void> {
    try {
      const services = await store.services.listCapturing();
      watched = new Map(
        services.map(({ accountId, id, slug, settings }) => [
          `${accountId}/${slug}`,
          { accountId, serviceId: id, until: settings.captureUntil ?? 0 },
        ]),
      );
    } catch (error) {
      log.error('the list of services that record bodies could not be read', error);
    }
  }

  async function keep(
    request: ProxyRequest,
    sent: string,
    response: ProxyResponse,
    { accountId, serviceId }: { readonly accountId: string; readonly serviceId: string },
    target: Target | undefined,
  ): Promise<void> {
    const service = await store.services.find(accountId, serviceId);
    if (service?.settings.captureUntil === undefined) return;
    // A call in a session has its token among the secrets.
    const { secrets } = target?.service ?? (await catalog.compile(service));
    const body = Buffer.from(printedBody(response)).toString('utf8');
    await store.callBodies.add(
      {
        requestId: request.id,
        accountId,
        serviceId,
        at: now(),
        request: redactBody(sent, secrets),
        response: redactBody(body, secrets),
      },
      MOST,
    );
  }

  const timer = setInterval(() => void look(), LOOK_EVERY);
  timer.unref();
  void look();
  return {
    layer: (next) => (request, trail) => {
      if (watched.size === 0) return next(request, trail);
      const service = watched.get(`${request.accountId}/${request.serviceSlug}`);
      if (service === undefined || now() >= service.until || waiting >= WAITING) return next(request, trail);
      let sent = request.query;
      const readBody: ProxyRequest['readBody'] = async (limit) => {
        const body = await request.readBody(limit);
        // A file is not text.
        sent = isJsonBody(request.header) ? Buffer.from(body).toString('utf8') : `[${body.length} bytes]`;
        return body;
      };
      return next({ ...request, readBody }, trail).then((response) => {
        // A client without a key of the account must not be able to write to it, and the answer of a login has a token.
        if (response.status !== 401 && trail.target?.isLogin !== true) {
          waiting += 1;
          keep(request, sent, response, service, trail.target)
            .catch((error: unknown) => log.error('the bodies of a call could not be recorded', error))
            .finally(() => {
              waiting -= 1;
            });
        }
        return response;
      });
    },
    close: () => clearInterval(timer),
  };
}
