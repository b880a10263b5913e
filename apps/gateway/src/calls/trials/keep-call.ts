import type { RegisteredService } from '../../domain/services/registered-service.js';
import type { KeptRecording, LoggedExchange } from '../../services/live-services.js';
import { resolveTarget } from '../catalog/resolve.js';
import type { ProxyDependencies } from '../proxy/call.js';
import { publicOptions } from '../proxy/request-options.js';
import { messageOf } from '../recordings/recorded-message.js';

/** Stores a call of the call log as a recording: see `OwnedRecordings`. */
export async function keepCall(
  { accountId, slug }: RegisteredService,
  { operation: name, method, request: input, response: output, status }: LoggedExchange,
  { directory, catalog, recordings }: Pick<ProxyDependencies, 'directory' | 'catalog' | 'recordings'>,
): Promise<KeptRecording> {
  const target = await resolveTarget(accountId, slug, name, directory, catalog);
  const { operation } = target;
  const options = publicOptions(target, undefined);
  const request =
    method === 'GET'
      ? (await operation.encodeQuery(input, options)).request
      : await operation.encodeJson(new TextEncoder().encode(input || '{}'), options);
  const body = new TextEncoder().encode(output);
  const response = await recordings.run<'respond'>(target, { kind: 'respond', body });
  return recordings.keep(target, await messageOf(target, request), {
    ...response,
    status: status === 200 ? 200 : 500,
  });
}
