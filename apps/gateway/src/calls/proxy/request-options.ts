import type { EncodeOptions, JsonObject } from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/options/defined';
import {
  actionOptions,
  addressingOf,
  type CallEnvelope as Envelope,
  envelopeOf,
  type HeaderBlocks,
  packingOptions,
  usesMtom,
  writesAddressing,
} from '@soapstone/soap-call';
import { areSentOnce } from '@soapstone/soap-call/internal/files';
import { headerBlocks } from '@soapstone/soap-call/node';
import { parseClarkName } from '@soapstone/soap-model';
import { ADDRESSING_2004, ADDRESSING_2005 } from '@soapstone/soap-model/namespaces';
import type { ServiceSettings } from '../../domain/services/service-settings.js';
import type { LateFills } from '../catalog/late-fills.js';
import type { Target } from '../catalog/resolve.js';
import { CallFills } from '../mapping/call-fills.js';

/**
 * Returns the parts of the envelope other than the caller's input: the owner's stored header blocks (HD-3), WS-Security of the credentials
 * (WA-2), WS-Addressing if enabled (WA-1), and the values that the design fills in (DF-3). `callerHeaders` are the header blocks in `X-SOAP-Headers`.
 */
export function callEnvelope(
  target: Target,
  callerHeaders: JsonObject | undefined,
  now: number,
  header: HeaderOf = NO_HEADER,
): CallEnvelope {
  const { secrets } = target.service;
  if (callerHeaders === undefined && isPlain(target))
    return target.fills === undefined
      ? PLAIN_CALL
      : { options: { fills: fillsOfCall(target.fills, header, now) }, isSent: true };
  const addressing = addressingFor(target);
  const { soapVersion } = target.operation.info;
  const security = secrets.credentials;
  const blocks = headerBlocks({ soapVersion, addressing, security }, new Date(now));
  const added: EncodeOptions = {
    ...defined({ headers: callerHeaders }),
    ...(secrets.headers === undefined
      ? {}
      : { storedHeaders: secrets.headers.blocks, lockedHeaders: secrets.headers.locked }),
    ...(target.fills !== undefined && { fills: fillsOfCall(target.fills, header, now) }),
  };
  const envelope = envelopeOf(target.port, settingsOf(target), added, addressing, blocks);
  return { ...envelope, isSent: areSentOnce(secrets.credentials) };
}

/** The options for encoding a call and checking its response. */
export interface CallEnvelope extends Envelope {
  /** For a call that is recorded: the options of the envelope without the owner's additions. */
  readonly recorded?: EncodeOptions;
  /** Whether the envelope is sent as it is made, once, so that a part of it can be read in the meantime. */
  readonly isSent?: boolean;
}

const PLAIN_CALL: CallEnvelope = { options: {}, isSent: true };

/** Whether the owner adds no blocks, as in most calls, and the request is not packed. */
function isPlain(target: Target): boolean {
  return !addsBlocks(target) && !usesMtom(target.port, settingsOf(target));
}

/** Returns a header of the client's request by its lower-case name. */
export type HeaderOf = (name: string) => string | undefined;

const NO_HEADER: HeaderOf = () => undefined;

const NO_HEADERS: ReadonlyMap<string, string> = new Map();

/** Returns the values that the design fills into a call. */
function fillsOfCall({ secrets, headers, session }: LateFills, header: HeaderOf, now: number): CallFills {
  if (headers.length === 0) return new CallFills({ secrets, headers: NO_HEADERS, now, session });
  const sent = headers.flatMap((name) => {
    const value = header(name.toLowerCase());
    return value === undefined ? [] : [[name, value] as const];
  });
  return new CallFills({ secrets, headers: new Map(sent), now, session });
}

/** Whether the owner adds header blocks. */
function addsBlocks(target: Target): boolean {
  const { credentials, headers } = target.service.secrets;
  return (
    credentials !== undefined || headers !== undefined || writesAddressing(target.port, settingsOf(target))
  );
}

/** Returns the same parts, and the options of the envelope that is recorded. Where the owner adds nothing, they are the same options. */
export function recordedEnvelope(
  target: Target,
  callerHeaders: JsonObject | undefined,
  now: number,
  header: HeaderOf = NO_HEADER,
): CallEnvelope {
  const envelope = callEnvelope(target, callerHeaders, now, header);
  const adds = addsBlocks(target) || target.fills !== undefined;
  const recorded = adds ? publicOptions(target, callerHeaders) : envelope.options;
  return { ...envelope, recorded, isSent: false };
}

/** Returns the parts of an envelope that is not sent. */
export function shownEnvelope(target: Target, callerHeaders: JsonObject | undefined): CallEnvelope {
  return { options: publicOptions(target, callerHeaders) };
}

/**
 * Returns the same options without secrets, for a request that is shown instead of sent. A stored block cannot be read back, so `***`
 * stands for the content of a WS-Addressing block that a stored one replaces.
 */
export function publicOptions(target: Target, callerHeaders: JsonObject | undefined): EncodeOptions {
  const { soapVersion } = target.operation.info;
  const addressing = addressingFor(target);
  const generated = headerBlocks({ soapVersion, addressing, security: undefined });
  const stored = generated.length === 0 ? [] : storedAddressing(target);
  const extraHeaders = generated.map((block) =>
    stored.some((name) => block.startsWith(`<wsa:${name} `)) ? withoutContent(block) : block,
  );
  return {
    ...packingOptions(target.port, settingsOf(target)),
    ...defined({ headers: callerHeaders }),
    ...(extraHeaders.length === 0 ? {} : { extraHeaders, ...actionOptions(settingsOf(target), addressing) }),
    ...(target.fills !== undefined && { fills: 'hidden' }),
  };
}

/** Replaces the content of an element by `***`. */
function withoutContent(element: string): string {
  return `${element.slice(0, element.indexOf('>') + 1)}***${element.slice(element.lastIndexOf('<'))}`;
}

/** The local names of the stored WS-Addressing blocks. A block that the WSDL declares is stored under its local name. */
function storedAddressing({ port, service }: Target): readonly string[] {
  const isDeclared = (key: string): boolean =>
    port?.operations.some(({ input }) =>
      input.headers.some(
        ({ part }) =>
          part.kind === 'element' && part.element.localName === key && isAddressing(part.element.namespace),
      ),
    ) === true;
  return Object.keys(service.secrets.headers?.blocks ?? {}).flatMap((key) => {
    const { namespace = '', localName = key } = parseClarkName(key) ?? {};
    return isAddressing(namespace) || (namespace === '' && isDeclared(key)) ? [localName] : [];
  });
}

function isAddressing(namespace: string): boolean {
  return namespace === ADDRESSING_2005 || namespace === ADDRESSING_2004;
}

function settingsOf({ service }: Target): ServiceSettings {
  return service.service.settings;
}

function addressingFor(target: Target): HeaderBlocks['addressing'] {
  const { operation, port, address } = target;
  return addressingOf(port, settingsOf(target), operation.info, address);
}
