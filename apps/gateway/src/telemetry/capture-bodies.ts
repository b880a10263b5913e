import type { Catalog } from '../catalog/catalog.js';
import type { Log } from '../log/log.js';
import type { ProxyRequest, ProxyResponse } from '../proxy/http.js';
import type { Store } from '../store/store.js';
import { redactBody } from './redact-body.js';

/** Keeps what calls carry, for services whose owners want to look at it for some hours. */
export interface BodyCapture {
  /** The request to handle instead, and what takes its answer; nothing for every service that nobody watches. */
  begin(request: ProxyRequest): CapturedCall | undefined;
  close(): void;
}

export interface CapturedCall {
  readonly request: ProxyRequest;
  end(response: ProxyResponse): void;
}

/** Milliseconds between two looks at which services are watched. */
const LOOK_EVERY = 2_000;
/** Calls that are kept of each service. */
const MOST = 100;
/** Calls that may wait to be written: more than these are not kept. */
const WAITING = 50;

/** `now` is milliseconds since the Unix epoch. */
export function captureBodies(
  store: Pick<Store, 'services' | 'callBodies'>,
  catalog: Catalog,
  log: Pick<Log, 'error'>,
  now: () => number,
): BodyCapture {
  /** By the two segments of the path that name a service: its id and account, and until when. */
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
      log.error('the services whose calls are kept are not known', error);
    }
  }

  async function keep(
    request: ProxyRequest,
    sent: string,
    response: ProxyResponse,
    { accountId, serviceId }: { readonly accountId: string; readonly serviceId: string },
  ): Promise<void> {
    const service = await store.services.find(accountId, serviceId);
    if (service?.settings.captureUntil === undefined) return;
    const { secrets } = await catalog.compile(service);
    const body = Buffer.from(response.body).toString('utf8');
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
    begin(request) {
      if (watched.size === 0) return undefined;
      const service = watched.get(`${request.accountId}/${request.serviceSlug}`);
      if (service === undefined || now() >= service.until || waiting >= WAITING) return undefined;
      let sent = request.query;
      const readBody: ProxyRequest['readBody'] = async (limit) => {
        const body = await request.readBody(limit);
        sent = Buffer.from(body).toString('utf8');
        return body;
      };
      return {
        request: { ...request, readBody },
        end(response) {
          // Who has no key of the account writes nothing into it.
          if (response.status === 401) return;
          waiting += 1;
          keep(request, sent, response, service)
            .catch((error: unknown) => log.error('what a call carried could not be kept', error))
            .finally(() => {
              waiting -= 1;
            });
        },
      };
    },
    close: () => clearInterval(timer),
  };
}
