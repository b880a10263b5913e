import { randomBytes } from 'node:crypto';
import type { EncodeOptions, JsonObject } from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/soap-model/defined';
import { addressingHeaders, createMessageId, securityHeaders } from '@soapstone/soap-transport';
import type { Target } from './resolve.js';

/**
 * Returns the parts of the envelope other than the caller's input: the owner's stored header blocks (HD-3), WS-Security of the credentials
 * (WA-2), WS-Addressing if enabled (WA-1). `callerHeaders` are the header blocks in `X-SOAP-Headers`.
 */
export function callEnvelope(
  target: Target,
  callerHeaders: JsonObject | undefined,
  now: number,
): CallEnvelope {
  const { secrets } = target.service;
  if (callerHeaders === undefined && isPlain(target)) return PLAIN_CALL;
  const messageId = writesAddressing(target.service.service, target.port)
    ? createMessageId(randomBytes)
    : undefined;
  const extraHeaders = [...addressing(target, messageId), ...security(target, now)];
  const options: EncodeOptions = {
    ...defined({ headers: callerHeaders }),
    ...(secrets.headers === undefined
      ? {}
      : { storedHeaders: secrets.headers.blocks, lockedHeaders: secrets.headers.locked }),
    ...(extraHeaders.length === 0 ? {} : { extraHeaders }),
  };
  return messageId === undefined ? { options } : { options, messageId };
}

/** The options for encoding a call and checking its response. */
export interface CallEnvelope {
  readonly options: EncodeOptions;
  /** `wsa:MessageID`, if the envelope carries WS-Addressing (WA-4). */
  readonly messageId?: string;
}

const PLAIN_CALL: CallEnvelope = { options: {} };

/** Whether the owner adds nothing, as in most calls. */
function isPlain({ service, port }: Target): boolean {
  const { credentials, headers } = service.secrets;
  return credentials === undefined && headers === undefined && !writesAddressing(service.service, port);
}

/** Returns the same options without secrets, for a request that is shown instead of sent. */
export function publicOptions(target: Target, callerHeaders: JsonObject | undefined): EncodeOptions {
  const extraHeaders = addressing(target);
  return {
    ...defined({ headers: callerHeaders }),
    ...(extraHeaders.length === 0 ? {} : { extraHeaders }),
  };
}

function writesAddressing({ settings }: Target['service']['service'], port: Target['port']): boolean {
  return (
    settings.addressing === 'always' || (settings.addressing === 'auto' && port?.addressing === 'required')
  );
}

function addressing({ operation, port, service, address }: Target, messageId?: string): string[] {
  if (!writesAddressing(service.service, port)) return [];
  const { info } = operation;
  return addressingHeaders(
    { action: info.inputAction, to: address, messageId },
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
