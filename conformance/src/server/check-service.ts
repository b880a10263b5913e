import { createMapper } from '@soapstone/json-xml-mapper';
import { createSoapServer, SoapFault } from '@soapstone/server';
import { parseWsdl } from '@soapstone/wsdl-parser';
import { openLocal } from '@soapstone/wsdl-parser/file';
import { type BaseRequest, baseRequest, withText } from './base-request.js';
import {
  ACCEPTED,
  type ChangedPayload,
  changePayloads,
  checkMessages,
  namesPlace,
  send,
} from './check-operation.js';
import { explanationOf } from './explained.js';
import { type Judged, judgePayloads } from './libxml2-verdicts.js';

/** The reactions of a service's operations to wrong requests. */
export interface ServiceOutcome {
  readonly operations: number;
  /** The number of kinds of wrong requests that the operation with the fewest got. */
  readonly fewestKinds: number;
  readonly refused: number;
  readonly accepted: number;
  /** Changed payloads about which libxml2 says nothing. */
  readonly unjudged: number;
  /** Responses that differ from what libxml2 says, with a reason. */
  readonly explained: number;
  readonly wrong: readonly string[];
}

/** Sends wrong requests to the first operations of a service. Throws `WsdlError` if it cannot be read. */
export async function checkService(wsdl: string, most: number): Promise<ServiceOutcome> {
  const { location, resolve } = await openLocal(wsdl);
  const description = await parseWsdl(location, { resolve });
  const { model } = description;
  const mapper = createMapper(model);
  const outcome = {
    operations: 0,
    fewestKinds: 0,
    refused: 0,
    accepted: 0,
    unjudged: 0,
    explained: 0,
    wrong: [] as string[],
  };
  if (mapper.operations.length === 0) return outcome;
  const options = { fallback: accept, onError: () => undefined };
  const server = await createSoapServer(model, {}, options);
  const emptyBody = await send(server, {
    body: `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body/></s:Envelope>`,
    headers: { 'content-type': 'text/xml' },
  });
  const takesEmptyBody = emptyBody.text.includes(ACCEPTED);
  const bases: BaseRequest[] = [];
  const changes: ChangedPayload[] = [];
  const kinds = new Map<string, Set<string>>();
  for (const { name } of mapper.operations.slice(0, most)) {
    const base = baseRequest(mapper.compile(name));
    // Without its attachments, an example is not a valid request.
    if (/\/\$attachments\/|code="DANGLING_REF"/.test((await send(server, withText(base, base.xml))).text))
      continue;
    const checked = await checkMessages(server, base, takesEmptyBody);
    outcome.refused += checked.kinds.length;
    outcome.wrong.push(...checked.wrong.map((text) => `${name}: ${text}`));
    kinds.set(name, new Set(checked.kinds));
    bases.push(base);
    changes.push(...(await changePayloads(server, base)));
  }
  const judged = judgePayloads(description, changes);
  for (const [index, change] of changes.entries()) {
    if (judgeChange(change, judged?.[index], outcome)) kinds.get(change.base.operation)?.add(change.kind);
  }
  if (bases.length === 0) return outcome;
  const fewestKinds = Math.min(...[...kinds.values()].map(({ size }) => size));
  return { ...outcome, operations: bases.length, fewestKinds };
}

function accept(): never {
  throw new SoapFault({ reason: ACCEPTED, code: 'Server' });
}

/** Compares a response with the verdict of libxml2. Returns whether the request was wrong. */
function judgeChange(
  { base, kind, path, response }: ChangedPayload,
  judged: Judged | undefined,
  outcome: { refused: number; accepted: number; unjudged: number; explained: number; wrong: string[] },
): boolean {
  const { verdict, message } = judged ?? { verdict: 'unjudged', message: '' };
  if (verdict === 'unjudged') {
    outcome.unjudged++;
    return false;
  }
  const isRefused = !response.text.includes(ACCEPTED) && response.status !== 202;
  const isWrong = verdict === 'invalid';
  const said = `${base.operation}: ${kind}, at /${path.join('/')}`;
  const differs = isRefused !== isWrong;
  if (differs && explanationOf({ kind, message, response: response.text }) !== undefined) {
    outcome.explained++;
    return isWrong;
  }
  if (isWrong) outcome.refused++;
  else outcome.accepted++;
  const answer = response.text
    .replace(/^.*?<(?:faultstring|\w+:Text)[^>]*>/s, '')
    .replace(/<[^>]*path="/g, ' [')
    .replace(/<[^>]*>/g, ' ')
    .slice(0, 300);
  if (differs)
    outcome.wrong.push(
      isRefused
        ? `${said}: valid for libxml2, refused: ${answer}`
        : `${said}: accepted; libxml2: ${message.trim()}`,
    );
  else if (isWrong && response.code !== 'Sender')
    outcome.wrong.push(`${said}: the fault code is ${response.code}: ${answer}`);
  else if (isWrong && path.length > 0 && !namesPlace(response.paths, path))
    outcome.wrong.push(`${said}: the fault names ${response.paths.join(', ') || `no place: ${answer}`}`);
  return isWrong;
}
