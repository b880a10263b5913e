import { createMapper } from '@soapstone/json-xml-mapper';
import { bundleResolver, type ParsedWsdl, parseWsdl } from '@soapstone/wsdl-parser';
import { createMessageValidator } from '../message-validator.js';

/** The verdict of libxml2 on a message. */
export interface Verdict {
  readonly messages: readonly string[];
  readonly unjudged: readonly string[];
}

/** Reads a WSDL of one document, or of several with the WSDL as the first. */
export async function read(...documents: readonly string[]): Promise<ParsedWsdl> {
  const files = new Map<string, Uint8Array>();
  for (const [index, text] of documents.entries()) {
    files.set(index === 0 ? 'service.wsdl' : `${index}.xsd`, new TextEncoder().encode(text));
  }
  return parseWsdl('service.wsdl', { resolve: bundleResolver(files) });
}

/** Validates one message against the schemas of a description. */
export function judge(description: ParsedWsdl, message: string): Verdict {
  const validator = createMessageValidator(description);
  try {
    const { problems, unjudged } = validator.validate(new TextEncoder().encode(message));
    return { messages: problems.map((problem) => problem.message), unjudged };
  } finally {
    validator.dispose();
  }
}

/** The generated example of the first operation: the request, and the response if there is one. */
export function exampleMessages({ model }: ParsedWsdl): readonly string[] {
  const mapper = createMapper(model);
  const [first] = mapper.operations;
  if (first === undefined) throw new Error('the description has no operation');
  const operation = mapper.compile(first.name);
  const messages = [operation.toXml(operation.example('input'))];
  if (!first.oneWay) messages.push(operation.responseToXml(operation.example('output')));
  return messages.map(({ body }) => new TextDecoder().decode(body));
}
