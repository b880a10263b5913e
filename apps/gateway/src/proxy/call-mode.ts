import {
  type CompiledOperation,
  type SoapReplyText,
  type SoapRequest,
  stringify,
} from '@soapstone/json-xml-mapper';
import type { ServiceSettings } from '../catalog/registered-service.js';
import { badRequest } from './errors.js';
import type { ProxyRequest } from './http.js';

/** What a call is for: an answer of the upstream, the request that would be sent to it, or an invented answer. */
export type CallMode = 'call' | 'dryRun' | 'mock';

/** The mode that `X-Dry-Run: true` or `X-Mock: true` asks for. Throws where the owner has not allowed mocks. */
export function readCallMode(request: ProxyRequest, settings: Pick<ServiceSettings, 'mock'>): CallMode {
  if (isTrue(request.header('x-dry-run'))) return 'dryRun';
  if (!isTrue(request.header('x-mock'))) return 'call';
  if (!settings.mock) throw badRequest('MOCK_DISABLED', 'The owner of this service has not enabled X-Mock');
  return 'mock';
}

function isTrue(value: string | undefined): boolean {
  return value?.trim().toLowerCase() === 'true';
}

/** The exact request that a call would send to `url`, as a result. Nothing is sent. */
export function dryRun(url: string, request: SoapRequest): SoapReplyText {
  const { body, contentType, soapAction } = request;
  const described = {
    method: 'POST',
    url,
    headers: { 'Content-Type': contentType, ...(soapAction === undefined ? {} : { SOAPAction: soapAction }) },
    body: new TextDecoder().decode(body),
    attachments: request.attachments.map(({ contentId, contentType: type, data }) => ({
      contentId,
      contentType: type,
      bytes: data.length,
    })),
  };
  return { kind: 'result', result: Buffer.from(JSON.stringify(described)), warnings: [] };
}

/** An answer as the schema allows it, the same every time. */
export function mock(operation: CompiledOperation): SoapReplyText {
  return { kind: 'result', result: Buffer.from(stringify(operation.example('output'))), warnings: [] };
}
