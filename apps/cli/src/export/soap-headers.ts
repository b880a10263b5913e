import type { CompiledOperation, EncodeOptions } from '@soapstone/json-xml-mapper';
import { actionOptions, addressingOf, type WhenSent } from '@soapstone/soap-call';
import { headerBlocks } from '@soapstone/soap-call/node';
import { readDemands } from '@soapstone/ws-security';
import type { Port } from '@soapstone/wsdl-parser';
import type { ChosenAddressing } from '../options/addressing-options.js';

/** Options for the header blocks of SOAP requests. */
export interface SoapHeaderOptions {
  /** When WS-Addressing headers are written. Default `auto`: if the WSDL requires them. */
  readonly addressing?: WhenSent | undefined;
  /** The WS-Addressing properties that the user chose. Default: none. */
  readonly addressingProperties?: ChosenAddressing | undefined;
  /** Whether to write a UsernameToken. Default: if the policy asks for one with a plain-text password. */
  readonly usernameToken?: boolean | undefined;
}

/** The header blocks of a SOAP request. */
export interface SoapHeaders {
  /** The blocks as XML, with variables of the collection as `variable` writes them, and the SOAPAction that belongs to them. */
  readonly options: Pick<EncodeOptions, 'extraHeaders' | 'soapAction'>;
  readonly hasUsernameToken: boolean;
  /** The parts that the WSDL requires and a collection cannot send, because they differ per message or need a key. */
  readonly missing: readonly string[];
}

/** The variables of the UsernameToken. */
export const USER_VARIABLES = { username: 'soapUser', password: 'soapPassword' } as const;

/** The variable that stands for a new UUID in each request. */
export const NEW_UUID = 'newUuid';

/** Writes the header blocks of an operation. `to` is its address, with variables. */
export function soapHeadersOf(
  { info }: Pick<CompiledOperation, 'info'>,
  port: Port | undefined,
  to: string,
  options: SoapHeaderOptions,
): SoapHeaders {
  const { addressing = 'auto' } = options;
  const wanted = port?.security === undefined ? undefined : readDemands(port.security);
  const token = wanted?.template.usernameToken;
  const plainToken = token !== undefined && token.type !== 'digest';
  const hasUsernameToken = options.usernameToken ?? plainToken;
  // These values need not be random: every sender of the request replaces the variables, and equal WSDLs must give equal files.
  const random = (count: number) => new Uint8Array(count);
  const usernameToken = {
    username: variable(USER_VARIABLES.username),
    password: variable(USER_VARIABLES.password),
    type: 'text' as const,
    nonce: false,
    created: false,
  };
  const messageId = `urn:uuid:${variable(NEW_UUID)}`;
  const chosen = addressingOf(port, options, info, to);
  const sent = {
    soapVersion: info.soapVersion,
    addressing: chosen && { ...chosen, messageId },
    security: hasUsernameToken ? { usernameToken } : undefined,
  };
  return {
    options: { extraHeaders: headerBlocks(sent, new Date(0), random), ...actionOptions(options, chosen) },
    hasUsernameToken,
    missing: [
      ...(addressing === 'never' && port?.addressing === 'required' ? ['WS-Addressing headers'] : []),
      ...(wanted === undefined ? [] : missingOf(wanted, hasUsernameToken)),
    ],
  };
}

function missingOf(
  { template, gaps }: ReturnType<typeof readDemands>,
  hasUsernameToken: boolean,
): readonly string[] {
  const { usernameToken: token } = template;
  const parts: readonly (readonly [isWanted: boolean, name: string])[] = [
    [token?.type === 'digest', 'a UsernameToken with a password digest'],
    [token !== undefined && token.type !== 'digest' && !hasUsernameToken, 'a UsernameToken'],
    [
      token !== undefined && token.type !== 'digest' && (token.nonce ?? token.created) === true,
      'nonce and creation time of the UsernameToken',
    ],
    [template.timestamp !== undefined, 'a Timestamp'],
    [template.signature !== undefined, 'a signature'],
    [template.session !== undefined, 'a session key'],
    [template.encryption !== undefined, 'encryption'],
    [template.saml !== undefined || template.sts !== undefined, 'a SAML assertion'],
    [template.basic !== undefined, 'HTTP Basic authentication'],
    [template.clientCertificate !== undefined, 'a client certificate'],
  ];
  return [
    ...parts.flatMap(([isWanted, name]) => (isWanted ? [name] : [])),
    ...gaps.map(({ assertion }) => assertion),
  ];
}

// Private-use characters: an envelope may contain them, but no address or action of a WSDL does.
const OPEN = '\u{f0000}';
const CLOSE = '\u{f0001}';
const VARIABLE = new RegExp(`${OPEN}([A-Za-z0-9]+)${CLOSE}`, 'u');

/** Marks a variable inside an envelope. */
export function variable(name: string): string {
  return `${OPEN}${name}${CLOSE}`;
}

/** Splits a text at its variables: the pieces at odd indexes are their names. */
export function splitVariables(text: string): readonly string[] {
  return text.split(VARIABLE);
}
