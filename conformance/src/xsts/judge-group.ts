import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  createMapper,
  isDecodeError,
  isMappingError,
  type Mapper,
  type MapperOptions,
} from '@soapstone/json-xml-mapper';
import { clarkName, type ExpandedName } from '@soapstone/soap-model';
import { type Diagnostic, isWsdlError, type ParsedWsdl, parseWsdl } from '@soapstone/wsdl-parser';
import { fileResolver } from '@soapstone/wsdl-parser/file';
import { SaxesParser } from 'saxes';
import type { InstanceTest, TestGroup } from './read-suite.js';

/** The verdicts on one instance; `undefined` if it cannot be put into a SOAP message. */
export interface Verdict {
  readonly test: InstanceTest;
  /** Whether a server with this schema accepts it as a request. */
  readonly request: boolean | undefined;
  /** Whether a client with `strictResponses` accepts it as a response. */
  readonly response: boolean | undefined;
  /** Why it is rejected, or cannot be judged. */
  readonly reason: string;
}

/** A test of the suite has more than 1,000 attributes in one element. */
const OPTIONS: MapperOptions = {
  warnings: 'all',
  unwrap: 'payload',
  limits: { attributesPerElement: 2_000 },
};

interface Instance {
  readonly test: InstanceTest;
  readonly root: ExpandedName;
  readonly envelope: string;
}

/** Judges the instances of a group as requests and as responses of a service whose schema is that of the group. */
export async function judgeGroup(group: TestGroup, folder: string): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = [];
  const instances: Instance[] = [];
  for (const test of group.instances) {
    const instance = await readInstance(test);
    if (typeof instance !== 'string') instances.push(instance);
    else verdicts.push({ test, request: undefined, response: undefined, reason: instance });
  }
  const read = await readService(group, instances, folder);
  if (typeof read === 'string') {
    const refused = { request: undefined, response: undefined, reason: read };
    return [...verdicts, ...instances.map(({ test }) => ({ test, ...refused }))];
  }
  const { model, diagnostics } = read;
  // What `@soapstone/server` does with a request: all deviations count.
  const strict = createMapper(model, { ...OPTIONS, strictResponses: true });
  const lenient = createMapper(model, OPTIONS);
  for (const [index, instance] of instances.entries()) {
    const { root, test } = instance;
    if (isUndeclared(root, diagnostics)) {
      const reason = 'no message can have an element that the schema does not declare';
      verdicts.push({ test, request: undefined, response: undefined, reason });
      continue;
    }
    const request = judge(() => requestProblems(strict, lenient, `op${index}`, instance.envelope));
    const response = judge(() => responseProblems(strict, `op${index}`, instance.envelope));
    verdicts.push({
      test,
      request: request === '',
      response: response === '',
      reason: [request, response].filter((problem) => problem !== '').join(' / '),
    });
  }
  return verdicts;
}

/** Whether the schema has no element of this name; then the parser treats the message as untyped, or takes another name for it. */
function isUndeclared(root: ExpandedName, diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ message }) => message.startsWith(`element ${clarkName(root)} is not declared`));
}

/** Runs a step. @returns the first problem; `''` if there is none */
function judge(step: () => string): string {
  try {
    return step();
  } catch (error) {
    if (isDecodeError(error)) return error.details[0]?.message ?? error.message;
    if (isMappingError(error)) return error.errors[0]?.message ?? error.message;
    throw error;
  }
}

function requestProblems(strict: Mapper, lenient: Mapper, operation: string, envelope: string): string {
  const { input } = strict.compile(operation).requestFromXml(envelope);
  const [problem] = lenient.compile(operation).validate(input);
  return problem === undefined ? '' : `${problem.path} ${problem.message}`;
}

function responseProblems(strict: Mapper, operation: string, envelope: string): string {
  const reply = strict.compile(operation).fromXml(envelope);
  return reply.kind === 'fault' ? 'read as a fault' : '';
}

/** Reads an instance. @returns why it cannot be in a SOAP message, as text */
async function readInstance(test: InstanceTest): Promise<Instance | string> {
  let text: string;
  try {
    text = decode(await readFile(test.document));
  } catch {
    return 'the document is missing or has another encoding';
  }
  if (/<!DOCTYPE/.test(text)) return 'a SOAP message has no DOCTYPE';
  let root: ExpandedName | undefined;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', ({ uri, local }) => {
    root ??= { namespace: uri, localName: local };
  });
  try {
    parser.write(text).close();
  } catch {
    return 'not well-formed';
  }
  if (root === undefined) return 'not well-formed';
  const body = text.replace(/^\uFEFF?\s*<\?xml[^>]*\?>/, '').replace(/^\uFEFF/, '');
  const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;
  return { test, root, envelope };
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const label = /^[^<]*<\?xml[^>]*encoding\s*=\s*["']([\w.-]+)["']/.exec(head)?.[1] ?? 'utf-8';
  return new TextDecoder(label, { fatal: true }).decode(bytes);
}

/** Reads a WSDL with one operation for each instance. @returns why it cannot be read, as text */
async function readService(
  group: TestGroup,
  instances: readonly Instance[],
  folder: string,
): Promise<Pick<ParsedWsdl, 'model' | 'diagnostics'> | string> {
  const path = join(dirname(group.schemas[0] ?? folder), 'xsts.wsdl');
  const uri = pathToFileURL(path).href;
  const text = await wsdlOf(group.schemas, instances);
  const files = fileResolver(folder);
  try {
    return await parseWsdl(uri, {
      resolve: async (location) =>
        location === uri ? { uri, bytes: new TextEncoder().encode(text) } : files(location),
    });
  } catch (error) {
    if (!isWsdlError(error)) throw error;
    return `the schema is not read: ${error.message}`;
  }
}

async function wsdlOf(schemas: readonly string[], instances: readonly Instance[]): Promise<string> {
  const imports: string[] = [];
  for (const schema of schemas) {
    const namespace = targetNamespaceOf(await readFile(schema));
    const attribute = namespace === '' ? '' : ` namespace="${escapeXml(namespace)}"`;
    imports.push(
      `<xs:schema targetNamespace="urn:xsts:${imports.length}"><xs:import${attribute} schemaLocation="${pathToFileURL(schema).href}"/></xs:schema>`,
    );
  }
  const each = (write: (instance: Instance, name: string) => string): string =>
    instances.map((instance, index) => write(instance, `op${index}`)).join('');
  const partOf = ({ root }: Instance): string =>
    root.namespace === ''
      ? `<w:part name="p" element="${root.localName}"/>`
      : `<w:part name="p" xmlns:r="${escapeXml(root.namespace)}" element="r:${root.localName}"/>`;
  return `<w:definitions targetNamespace="urn:xsts" xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:m="urn:xsts"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<w:types>${imports.join('')}</w:types>${each((instance, name) => `<w:message name="${name}">${partOf(instance)}</w:message>`)}
<w:portType name="P">${each((_, name) => `<w:operation name="${name}"><w:input message="m:${name}"/><w:output message="m:${name}"/></w:operation>`)}</w:portType>
<w:binding name="B" type="m:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${each(
    (_, name) =>
      `<w:operation name="${name}"><soap:operation soapAction="${name}"/><w:input><soap:body use="literal"/></w:input><w:output><soap:body use="literal"/></w:output></w:operation>`,
  )}</w:binding>
<w:service name="S"><w:port name="P" binding="m:B"><soap:address location="http://localhost/"/></w:port></w:service></w:definitions>`;
}

function targetNamespaceOf(bytes: Uint8Array): string {
  let namespace: string | undefined;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', () => {});
  parser.on('opentag', ({ attributes }) => {
    namespace ??= attributes['targetNamespace']?.value ?? '';
  });
  parser.write(decode(bytes)).close();
  return namespace ?? '';
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
