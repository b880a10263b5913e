import {
  createMessageValidator,
  MessageValidatorError,
  type MessageVerdict,
} from '@soapstone/message-validator';
import type { ParsedWsdl } from '@soapstone/wsdl-parser';
import { printTree, type XmlNode } from '../laws/xml-tree.js';
import { type BaseRequest, payloadOf } from './base-request.js';
import type { ChangedPayload } from './check-operation.js';
import { localName } from './payload-kinds.js';

/** libxml2's report of an xs:ID that another payload has too. */
const TAKEN_ID = /: '[A-Za-z_][\w.-]*' is not a valid value of the atomic type 'xs:ID'/;

/** The verdict of libxml2 on a payload: `unjudged` if no schema describes all of it. */
export interface Judged {
  readonly verdict: 'valid' | 'invalid' | 'unjudged';
  readonly message: string;
}

/**
 * Validates many payloads with libxml2 at once: they are the children of one Body, a line each.
 *
 * @returns a verdict for each; `undefined` if libxml2 cannot compile the schemas of the WSDL
 */
export function judgePayloads(
  description: ParsedWsdl,
  changes: readonly ChangedPayload[],
): readonly Judged[] | undefined {
  const [first] = changes;
  if (first === undefined) return [];
  // The unchanged payloads are judged too: libxml2 cannot judge changes of what it rejects.
  const bases = [...new Set(changes.map(({ base }) => base))];
  const lines = [
    ...bases.map((base) => lineOf(base, payloadOf(base.tree()) as XmlNode)),
    ...changes.map(({ base, payload }) => lineOf(base, payload)),
  ];
  const { namespace } = first.base;
  const envelope = `<e:Envelope xmlns:e="${namespace}"><e:Body>\n${lines.join('\n')}\n</e:Body></e:Envelope>`;
  const verdict = validate(description, envelope);
  if (verdict === undefined) return undefined;
  const { problems, unjudged } = verdict;
  const messages = lines.map(() => '');
  for (const { line, message: text } of problems) if (!TAKEN_ID.test(text)) messages[line - 2] ||= text;
  return changes.map(({ base, payload }, index) => {
    const message = messages[bases.length + index] ?? '';
    const isOpen = unjudged.some((component) => component.split('/')[1]?.endsWith(localName(payload)));
    if (isOpen || base.use === 'encoded' || messages[bases.indexOf(base)] !== '')
      return { verdict: 'unjudged', message };
    if (message !== '') return { verdict: 'invalid', message };
    // No schema declares the wrapper of an rpc message: which accessors it must have is not judged.
    return { verdict: base.style === 'rpc' ? 'unjudged' : 'valid', message };
  });
}

function validate(description: ParsedWsdl, envelope: string): MessageVerdict | undefined {
  try {
    const validator = createMessageValidator(description);
    try {
      return validator.validate(new TextEncoder().encode(envelope));
    } finally {
      validator.dispose();
    }
  } catch (error) {
    if (error instanceof MessageValidatorError && error.code === 'SCHEMA_INVALID') return undefined;
    throw error;
  }
}

/** The payload of an operation with the declarations of its envelope, in one line. */
function lineOf(base: BaseRequest, payload: XmlNode): string {
  const attributes = { ...declarationsOf(base.tree()), ...payload.attributes };
  return printTree({ ...payload, attributes }).replaceAll('\n', '&#10;');
}

function declarationsOf({ attributes }: XmlNode): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => /^xmlns\b/.test(name)));
}
