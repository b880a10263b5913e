import type { DecodeOptions, EncodeOptions } from '@soapstone/json-xml-mapper';
import type { ExchangeInfo } from '@soapstone/json-xml-mapper/internal';
import type { Port } from '@soapstone/soap-model';
import type { Addressing, CredentialProfile } from '@soapstone/ws-security/web';

/** The properties of a port that decide what its requests have. */
export type CalledPort = Pick<Port, 'addressing' | 'mtom'>;

/** When a request has something that is optional. `auto`: if the WSDL requires it. */
export type WhenSent = 'auto' | 'always' | 'never';

/** The settings of the owner of a call for its messages. */
export interface MessageSettings {
  /** When WS-Addressing headers are sent. With `auto` also if a property is chosen. Default `auto`. */
  readonly addressing?: WhenSent | undefined;
  /** The WS-Addressing properties that the owner chose. Default: none. */
  readonly addressingProperties?: Partial<Addressing> | undefined;
  /** The version of WS-Addressing, if no property says it. Default `1.0`. */
  readonly addressingVersion?: Addressing['version'];
  /** When requests are packed with MTOM (AT-1). Default `auto`. */
  readonly mtom?: WhenSent | undefined;
  /** The size in bytes from which a binary value of a packed request becomes a MIME part. Default 1024, as in CXF. */
  readonly mtomThreshold?: number | undefined;
}

/** The header blocks of a message that identify the message and its sender. */
export interface HeaderBlocks {
  readonly soapVersion: '1.1' | '1.2';
  readonly addressing: Addressing | undefined;
  readonly security: CredentialProfile | undefined;
}

/** The context of the input of a call. */
export interface CallEnvelope {
  readonly options: EncodeOptions;
  /** The WS-Addressing that the response is checked against (WA-4), if the request has any. */
  readonly addressing?: DecodeOptions['addressing'];
}

const XOP_THRESHOLD = 1024;

/**
 * Whether the requests of a port are packed with MTOM (AT-1).
 *
 * @example
 * ```ts
 * const packaging = usesMtom(port, { mtom: 'auto' }) ? 'mtom' : 'swa';
 * ```
 */
export function usesMtom(port: CalledPort | undefined, { mtom }: Pick<MessageSettings, 'mtom'>): boolean {
  return mtom === 'always' || (mtom !== 'never' && port?.mtom === 'required');
}

/**
 * Returns the options for encoding a request that may be packed with MTOM.
 *
 * @example
 * ```ts
 * const request = operation.toXml(input, packingOptions(port, { mtom: 'always' }));
 * ```
 */
export function packingOptions(
  port: CalledPort | undefined,
  settings: Pick<MessageSettings, 'mtom' | 'mtomThreshold'>,
): Pick<EncodeOptions, 'xopThreshold'> {
  return usesMtom(port, settings) ? { xopThreshold: settings.mtomThreshold ?? XOP_THRESHOLD } : {};
}

/**
 * Whether the requests of a port have WS-Addressing headers (WA-1).
 *
 * @example
 * ```ts
 * writesAddressing({ addressing: 'required', mtom: 'none' }, {}); // true
 * ```
 */
export function writesAddressing(
  port: CalledPort | undefined,
  { addressing, addressingProperties }: Pick<MessageSettings, 'addressing' | 'addressingProperties'>,
): boolean {
  const isWanted = port?.addressing === 'required' || addressingProperties !== undefined;
  return addressing === 'always' || (addressing !== 'never' && isWanted);
}

/**
 * Returns the WS-Addressing properties of a request: those that the owner chose, then those of the operation and a new ID (WA-1).
 *
 * @param to the address that is called
 * @returns `undefined` if the request has no WS-Addressing headers
 *
 * @example
 * ```ts
 * const addressing = addressingOf(port, settings, operation.info, url);
 * const blocks = headerBlocks({ soapVersion: '1.1', addressing, security: undefined });
 * ```
 */
export function addressingOf(
  port: CalledPort | undefined,
  settings: MessageSettings,
  { inputAction }: Pick<ExchangeInfo, 'inputAction'>,
  to: string,
): Addressing | undefined {
  if (!writesAddressing(port, settings)) return undefined;
  return {
    action: inputAction,
    to,
    messageId: `urn:uuid:${crypto.randomUUID()}`,
    version: settings.addressingVersion,
    ...settings.addressingProperties,
  };
}

/**
 * Returns the option that makes the SOAPAction that of a chosen `wsa:Action`: a server may reject a message in which they differ (WS-Addressing SOAP
 * Binding §4.2).
 *
 * @param addressing that of `addressingOf`
 *
 * @example
 * ```ts
 * actionOptions({ addressingProperties: { action: 'urn:shop/Order2' } }, addressing); // { soapAction: 'urn:shop/Order2' }
 * ```
 */
export function actionOptions(
  { addressingProperties }: Pick<MessageSettings, 'addressingProperties'>,
  addressing: Addressing | undefined,
): Pick<EncodeOptions, 'soapAction'> {
  const soapAction = addressing && addressingProperties?.action;
  return soapAction ? { soapAction } : {};
}

/**
 * Returns the options for encoding a call, and the WS-Addressing that its response is checked against.
 *
 * @param added the options that the call adds itself: header blocks as JSON, values to fill in, digits
 * @param addressing that of `addressingOf`, as it is in `blocks`
 * @param blocks the header blocks of WS-Addressing and WS-Security, as XML
 *
 * @example
 * ```ts
 * const { options } = envelopeOf(port, settings, { digits: 'lexical' }, addressing, blocks);
 * const request = operation.toXml(input, options);
 * ```
 */
export function envelopeOf(
  port: CalledPort | undefined,
  settings: MessageSettings,
  added: EncodeOptions,
  addressing: Addressing | undefined,
  blocks: readonly string[],
): CallEnvelope {
  const options = {
    ...packingOptions(port, settings),
    ...added,
    ...(blocks.length > 0 && { extraHeaders: blocks }),
    ...actionOptions(settings, addressing),
  };
  if (addressing === undefined) return { options };
  // A block of the caller or the owner may take the place of the one with the known ID.
  const blocksOfJson = Object.keys({ ...added.headers, ...added.storedHeaders });
  const isReplaced = blocksOfJson.some((key) => key.endsWith('/addressing}MessageID'));
  return { options, addressing: isReplaced ? {} : { messageId: addressing.messageId } };
}
