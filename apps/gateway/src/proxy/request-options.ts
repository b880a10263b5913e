import { randomBytes } from 'node:crypto';
import type { EncodeOptions, JsonObject } from '@soapstone/json-xml-mapper';
import { addressingHeaders, securityHeaders } from '@soapstone/soap-transport';
import type { Target } from './resolve.js';

/**
 * What the envelope carries besides the caller's input: the owner's stored header blocks (HD-3), WS-Security of the
 * credentials (WA-2), WS-Addressing where it is wanted (WA-1). `callerHeaders` are those of `X-SOAP-Headers`.
 */
export function encodeOptions(
  target: Target,
  callerHeaders: JsonObject | undefined,
  now: number,
): EncodeOptions {
  const { secrets } = target.service;
  if (callerHeaders === undefined && isPlain(target)) return NOTHING;
  const extraHeaders = [...addressing(target), ...security(target, now)];
  return {
    ...(callerHeaders === undefined ? {} : { headers: callerHeaders }),
    ...(secrets.headers === undefined
      ? {}
      : { storedHeaders: secrets.headers.blocks, lockedHeaders: secrets.headers.locked }),
    ...(extraHeaders.length === 0 ? {} : { extraHeaders }),
  };
}

const NOTHING: EncodeOptions = {};

/** Whether the owner adds nothing: most calls. */
function isPlain({ service, port }: Target): boolean {
  const { credentials, headers } = service.secrets;
  return credentials === undefined && headers === undefined && !writesAddressing(service.service, port);
}

/** The same without what only the owner and the upstream may see: for a request that is shown instead of sent. */
export function publicOptions(target: Target, callerHeaders: JsonObject | undefined): EncodeOptions {
  const extraHeaders = addressing(target);
  return {
    ...(callerHeaders === undefined ? {} : { headers: callerHeaders }),
    ...(extraHeaders.length === 0 ? {} : { extraHeaders }),
  };
}

function writesAddressing({ settings }: Target['service']['service'], port: Target['port']): boolean {
  return (
    settings.addressing === 'always' || (settings.addressing === 'auto' && port?.addressing === 'required')
  );
}

function addressing({ operation, port, service, address }: Target): string[] {
  if (!writesAddressing(service.service, port)) return [];
  const { info } = operation;
  return addressingHeaders(
    { action: info.inputAction, to: address },
    { soapVersion: info.soapVersion, random: randomBytes },
  );
}

function security({ operation, service }: Target, now: number): string[] {
  return securityHeaders(service.secrets.credentials, {
    soapVersion: operation.info.soapVersion,
    now: new Date(now),
    random: randomBytes,
  });
}
