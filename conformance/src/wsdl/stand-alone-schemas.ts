import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Diagnostic, isWsdlError, parseWsdl, type Resolver } from '@soapstone/wsdl-parser';
import * as libxmljs from 'libxmljs2';
import { CORPUS, corpusResolver, corpusUri } from './corpus.js';

/** The outcome of reading a schema document of the corpus on its own. */
export interface SchemaOutcome {
  /** Inside the corpus. */
  readonly path: string;
  /** The unresolved references, or why nothing was read. */
  readonly unresolved: readonly string[];
  /** libxml2's verdict on the schema, if something is unresolved: `''` if it compiles. */
  readonly libxml2: string;
}

/**
 * Reads every `.xsd` file of the corpus as the only schema of a description, whether a WSDL imports it or not.
 *
 * @returns an outcome for each, in the order of their paths
 */
export async function readStandAloneSchemas(): Promise<readonly SchemaOutcome[]> {
  const paths = (await readdir(CORPUS, { recursive: true })).filter((path) => path.endsWith('.xsd')).sort();
  const outcomes: SchemaOutcome[] = [];
  for (const path of paths) outcomes.push(await readOne(path));
  return outcomes;
}

async function readOne(path: string): Promise<SchemaOutcome> {
  const unresolved = await unresolvedReferences(path);
  return { path, unresolved, libxml2: unresolved.length === 0 ? '' : await judge(path) };
}

async function unresolvedReferences(path: string): Promise<readonly string[]> {
  const text = await readFile(join(CORPUS, path), 'utf8');
  const root = /<(?:[\w.-]+:)?schema\b[^>]*>/.exec(text)?.[0] ?? '';
  const targetNamespace = /\stargetNamespace\s*=\s*(["'])(.*?)\1/.exec(root)?.[2] ?? '';
  try {
    const { diagnostics } = await parseWsdl(corpusUri(`${path}.wsdl`), {
      resolve: withDescription(corpusUri(`${path}.wsdl`), descriptionOf(path, targetNamespace)),
    });
    return diagnostics.filter(isUnresolved).map((d) => `${d.file}:${d.line}:${d.column} ${d.message}`);
  } catch (error) {
    if (!isWsdlError(error)) throw error;
    return [`${error.code} ${error.message}`];
  }
}

function isUnresolved({ code, severity }: Diagnostic): boolean {
  return code.startsWith('UNRESOLVED_') || (code === 'LOAD_FAILED' && severity !== 'info');
}

/** A description whose only schema includes the file next to it. */
function descriptionOf(path: string, targetNamespace: string): string {
  const namespace = targetNamespace === '' ? '' : ` targetNamespace="${targetNamespace}"`;
  const file = encodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
  return `<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:stand-alone"><wsdl:types>
    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"${namespace}><xs:include schemaLocation="${file}"/></xs:schema>
  </wsdl:types></wsdl:definitions>`;
}

function withDescription(location: string, text: string): Resolver {
  const others = corpusResolver();
  return (asked, ...rest) =>
    asked === location
      ? Promise.resolve({ location, bytes: new TextEncoder().encode(text) })
      : others(asked, ...rest);
}

/** The verdict of libxml2, which follows `schemaLocation` by itself; the corpus is trusted. */
async function judge(path: string): Promise<string> {
  try {
    const schema = libxmljs.parseXml(await readFile(join(CORPUS, path), 'utf8'), {
      baseUrl: join(CORPUS, path),
      nonet: true,
    });
    libxmljs.parseXml('<any/>').validate(schema);
    return '';
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  }
}
