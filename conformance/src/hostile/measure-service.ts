import { measureAgents, measureApply, measureDraft } from './measure-other-doors.js';
import { type Measured, Requests, type Scene, sourceOf } from './requests.js';
import type { HostileService } from './shape.js';

const FILES = ['openapi-3.0.json', 'openapi-3.0.yaml', 'openapi-3.1.json', 'openapi-3.1.yaml', 'types.ts'];

/** Registers the service and requests everything that its owner and its clients may request. Throws `NoAnswer`. */
export async function measureService(
  scene: Scene,
  service: HostileService,
  upstream: string,
): Promise<Measured[]> {
  const requests = new Requests(scene);
  const wsdl = service.wsdl.replace('http://upstream.invalid/', upstream);
  const agents = { operations: { [service.operation]: 'yes' } };
  const settings = { methodPolicy: 'GET + POST', mock: true, timeoutMs: 20_000, agents };
  scene.answerWith(service);
  const registered = await requests.measureWithRoom('import', wsdl.length, () =>
    requests.manage('POST', '/services', { ...sourceOf(wsdl), settings }),
  );
  if (registered.status !== 201) return requests.measured;
  const registration = JSON.parse(registered.body) as { serviceId: string; slug: string };
  await measureCalls(requests, service, wsdl.length, registration);
  // Responses do not depend on the description, so the pages of an ordinary description add nothing.
  if (service.answer === undefined || service.request !== undefined) {
    await measurePages(requests, service, wsdl, registration.serviceId);
  }
  await measureAgents(requests, service, wsdl.length, registration.slug);
  await requests.manage('DELETE', `/services/${registration.serviceId}`);
  await measureDraft(requests, wsdl);
  await measureApply(requests, wsdl);
  return requests.measured;
}

async function measureCalls(
  requests: Requests,
  service: HostileService,
  wsdlBytes: number,
  { serviceId, slug }: { readonly serviceId: string; readonly slug: string },
): Promise<void> {
  const { tenant } = requests.scene;
  const answerBytes = service.answer?.body.length ?? 0;
  const requestBytes = (service.request ?? service.query ?? '').length;
  const operation = encodeURIComponent(service.operation);
  const page = `/services/${serviceId}/operations/${operation}`;
  const path = `/api/v1/${tenant.accountId}/${slug}/${operation}`;
  const call =
    (body: string, headers = {}) =>
    () =>
      requests.send('POST', path, tenant.key, body, { ...service.headers, ...headers });
  const input = service.request ?? '{}';
  await requests.measure('first call', wsdlBytes + requestBytes + answerBytes, call('{}'));
  if (service.answer !== undefined) await requests.measure('answer', answerBytes, call('{}'));
  if (service.request !== undefined || service.headers !== undefined) {
    await requests.measure('request', requestBytes, call(input));
    await requests.measure('dry run', requestBytes, call(input, { 'x-dry-run': 'true' }));
    await requests.measure('validation', requestBytes, () =>
      requests.manage('POST', `${page}/validation`, { input }),
    );
    await requests.measure('try it', requestBytes, () => requests.manage('POST', `${page}/try`, { input }));
  }
  if (service.query !== undefined) {
    await requests.manage('PUT', page, { methodPolicy: 'GET + POST', cacheSeconds: 60 });
    for (const phase of ['GET', 'GET from the cache']) {
      await requests.measure(phase, requestBytes, () =>
        requests.send('GET', `${path}?${service.query}`, tenant.key),
      );
    }
  }
  await requests.measure('mock', wsdlBytes, call('{}', { 'x-mock': 'true' }));
}

async function measurePages(
  requests: Requests,
  { operation }: HostileService,
  wsdl: string,
  serviceId: string,
): Promise<void> {
  const path = `/services/${serviceId}`;
  await requests.measure('page of the service', wsdl.length, () => requests.manage('GET', path));
  await requests.measure('page of the operation', wsdl.length, () =>
    requests.manage('GET', `${path}/operations/${encodeURIComponent(operation)}`),
  );
  for (const file of FILES) {
    await requests.measure(file, wsdl.length, () => requests.manage('GET', `${path}/files/${file}`));
  }
  await requests.measureWithRoom('import again', wsdl.length, () =>
    requests.manage('POST', `${path}/revisions`, sourceOf(wsdl.replace('name="H"', 'name="H" id="again"'))),
  );
}
