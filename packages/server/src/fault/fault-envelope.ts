import type { ExpandedName } from '@soapstone/soap-model';
import { SOAP11_ENVELOPE, SOAP12_ENVELOPE } from '@soapstone/soap-model/namespaces';
import { escapeAttribute, escapeText } from '@soapstone/soap-model/xml';
import type { FaultCode, Refusal, RequestProblem } from './refusal.js';

/** The namespace of the problems in the detail of a fault. */
export const PROBLEMS_NAMESPACE = 'urn:soapstone:server:problems';

export type SoapVersion = '1.1' | '1.2';

/** SOAP 1.1 §4.4.1 names two of the codes differently. */
export const CODES_11: Readonly<Record<FaultCode, string>> = {
  Sender: 'Client',
  Receiver: 'Server',
  VersionMismatch: 'VersionMismatch',
  MustUnderstand: 'MustUnderstand',
  DataEncodingUnknown: 'Client',
};

/**
 * Writes the envelope of a fault that is not declared by an operation: the request could not be read, or is not valid.
 *
 * @param headers header blocks as XML
 */
export function faultEnvelope(
  version: SoapVersion,
  refusal: Refusal,
  headers: readonly string[] = [],
): string {
  return version === '1.1' ? envelope11(refusal, headers) : envelope12(refusal, headers);
}

function envelope11({ code, message, problems, subcode }: Refusal, headers: readonly string[]): string {
  const declaration = subcode === undefined ? '' : ` xmlns:c="${escapeAttribute(subcode.namespace)}"`;
  const value = subcode === undefined ? `soap:${CODES_11[code]}` : `c:${subcode.localName}`;
  const detail = problems.length === 0 ? '' : `<detail>${problemList(problems)}</detail>`;
  return (
    `<?xml version="1.0" encoding="utf-8"?>\n<soap:Envelope xmlns:soap="${SOAP11_ENVELOPE}">${headerElement('soap', headers)}` +
    `<soap:Body><soap:Fault><faultcode${declaration}>${value}</faultcode>` +
    `<faultstring xml:lang="en">${escapeText(message)}</faultstring>${detail}</soap:Fault></soap:Body></soap:Envelope>`
  );
}

function envelope12(refusal: Refusal, headers: readonly string[]): string {
  const { code, message, problems, notUnderstood, subcode } = refusal;
  const blocks = [...headers, ...notUnderstood.map(notUnderstoodBlock)];
  const inner =
    subcode === undefined
      ? ''
      : `<env:Subcode><env:Value xmlns:c="${escapeAttribute(subcode.namespace)}">c:${subcode.localName}</env:Value></env:Subcode>`;
  const detail = problems.length === 0 ? '' : `<env:Detail>${problemList(problems)}</env:Detail>`;
  return (
    `<?xml version="1.0" encoding="utf-8"?>\n<env:Envelope xmlns:env="${SOAP12_ENVELOPE}">${headerElement('env', blocks)}` +
    `<env:Body><env:Fault><env:Code><env:Value>env:${code}</env:Value>${inner}</env:Code>` +
    `<env:Reason><env:Text xml:lang="en">${escapeText(message)}</env:Text></env:Reason>${detail}</env:Fault></env:Body></env:Envelope>`
  );
}

/** Writes the Upgrade block with the supported versions, for a caller of an unsupported one (SOAP 1.2 Part 1 §5.4.7). */
export function upgradeBlock(versions: Iterable<SoapVersion>): string {
  const supported = Array.from(versions, (version) => {
    const namespace = version === '1.1' ? SOAP11_ENVELOPE : SOAP12_ENVELOPE;
    return `<env:SupportedEnvelope xmlns:v="${namespace}" qname="v:Envelope"/>`;
  });
  return `<env:Upgrade xmlns:env="${SOAP12_ENVELOPE}">${supported.join('')}</env:Upgrade>`;
}

function notUnderstoodBlock({ namespace, localName }: ExpandedName): string {
  return `<env:NotUnderstood xmlns:b="${escapeAttribute(namespace)}" qname="b:${localName}"/>`;
}

function headerElement(prefix: string, blocks: readonly string[]): string {
  return blocks.length === 0 ? '' : `<${prefix}:Header>${blocks.join('')}</${prefix}:Header>`;
}

function problemList(problems: readonly RequestProblem[]): string {
  const items = problems.map(({ path, code, message }) => {
    return `<p:problem path="${escapeAttribute(path)}" code="${escapeAttribute(code)}">${escapeText(message)}</p:problem>`;
  });
  return `<p:problems xmlns:p="${PROBLEMS_NAMESPACE}">${items.join('')}</p:problems>`;
}
