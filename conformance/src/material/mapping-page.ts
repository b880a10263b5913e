import { readFileSync } from 'node:fs';

/** The rules. Their examples are run. */
export const mappingPage: URL = new URL('../../../docs/json-mapping.md', import.meta.url);
/** The introduction to them, whose examples are run too. */
export const introductionPage: URL = new URL('../../../docs/mapping-by-example.md', import.meta.url);

/** A fenced block: ```` ```json request GetUser ````. */
export interface Block {
  readonly language: string;
  /** The words after the language. */
  readonly words: readonly string[];
  readonly text: string;
  readonly line: number;
}

/** A testable example on the page, with the description in force there. */
export interface Example {
  readonly kind: 'request' | 'refused' | 'response' | 'query' | 'schema' | 'actions';
  readonly operation: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** `keyword` and `/pointer` of errors, `CODE` and `/pointer` of warnings. */
  readonly problems: readonly string[];
  readonly wsdl: string;
  readonly given: string;
  /** The result; absent for a rejected request. */
  readonly wanted: string;
  /** `json same`: other JSON with the same XML. */
  readonly alternative: boolean;
  readonly line: number;
}

/** Reads the fenced blocks of the page. */
function readBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  const lines = markdown.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const opening = /^```(\S+)\s*(.*)$/.exec(lines[at]!);
    if (opening === null) continue;
    const end = lines.indexOf('```', at + 1);
    if (end < 0) throw new Error(`line ${at + 1}: a block without an end`);
    const words = opening[2]!.split(/\s+/).filter((word) => word !== '');
    blocks.push({ language: opening[1]!, words, text: lines.slice(at + 1, end).join('\n'), line: at + 1 });
    at = end;
  }
  return blocks;
}

/** Reads the examples of the page. Throws for an invalid block, so that none is skipped. */
export function readExamples(markdown: string = readFileSync(mappingPage, 'utf8')): Example[] {
  const examples: Example[] = [];
  const blocks = readBlocks(markdown);
  let wsdl = '';
  let lastXml = '';
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at]!;
    const { language, line, text } = block;
    const [kind, operation = '', ...rest] = block.words;
    if (language === 'xsd') {
      wsdl = wsdlOf(text);
      continue;
    }
    if (language === 'wsdl') {
      wsdl = text;
      continue;
    }
    const base = {
      operation,
      wsdl,
      line,
      given: text,
      options: optionsOf(rest),
      problems: rest.filter((word) => !word.startsWith('options=')),
      alternative: false,
    };
    const next = (wanted: string): string => {
      const follower = blocks[++at];
      if (follower?.language !== wanted || follower.words.length > 0) {
        throw new Error(`line ${line}: a block of ${wanted} has to follow`);
      }
      return follower.text;
    };
    switch (`${language} ${kind}`) {
      case 'json request':
        lastXml = next('xml');
        examples.push({ ...base, kind: 'request', wanted: lastXml });
        break;
      case 'json same':
        examples.push({ ...base, kind: 'request', wanted: lastXml, alternative: true });
        break;
      case 'json refused':
        examples.push({ ...base, kind: 'refused', wanted: '' });
        break;
      case 'xml response':
        examples.push({ ...base, kind: 'response', wanted: next('json') });
        break;
      case 'text query':
        examples.push({ ...base, kind: 'query', wanted: next('json') });
        break;
      case 'json schema':
        examples.push({ ...base, kind: 'schema', wanted: text });
        break;
      case 'json actions':
        examples.push({ ...base, kind: 'actions', wanted: text });
        break;
      default:
        throw new Error(`line ${line}: what is ${language} ${block.words.join(' ')}?`);
    }
  }
  return examples;
}

function optionsOf(words: readonly string[]): Record<string, unknown> {
  const word = words.find((candidate) => candidate.startsWith('options='));
  return word === undefined ? {} : (JSON.parse(word.slice('options='.length)) as Record<string, unknown>);
}

/** A service around schema components: see the top of the page. */
function wsdlOf(components: string): string {
  const schemas = components.startsWith('<xs:schema')
    ? components
    : `<xs:schema targetNamespace="urn:t"><xs:import namespace="http://www.w3.org/XML/1998/namespace"/>${components}</xs:schema>`;
  const own = schemas.slice(schemas.lastIndexOf('targetNamespace="urn:t"'));
  const names = globalElements(own);
  const inputs = names.filter((name) => !/.(Response|Header|Fault)$/.test(name));
  const has = (name: string): boolean => names.includes(name);
  const each = (make: (name: string) => string): string => inputs.map(make).join('');
  const message = (name: string): string =>
    `<message name="${name}"><part name="p" element="t:${name}"/></message>`;
  return `<definitions targetNamespace="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types>${schemas}</types>${names.map(message).join('')}
  <portType name="Page">${each(
    (name) =>
      `<operation name="${name}"><input message="t:${name}"/>` +
      (has(`${name}Response`) ? `<output message="t:${name}Response"/>` : `<output message="t:${name}"/>`) +
      (has(`${name}Fault`) ? `<fault name="${name}Fault" message="t:${name}Fault"/>` : '') +
      '</operation>',
  )}</portType>
  <binding name="Page" type="t:Page"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${each(
    (name) =>
      `<operation name="${name}"><input><soap:body use="literal"/>` +
      (has(`${name}Header`) ? `<soap:header message="t:${name}Header" part="p" use="literal"/>` : '') +
      '</input><output><soap:body use="literal"/></output>' +
      (has(`${name}Fault`)
        ? `<fault name="${name}Fault"><soap:fault name="${name}Fault" use="literal"/></fault>`
        : '') +
      '</operation>',
  )}</binding>
  <service name="Page"><port name="Page" binding="t:Page"><soap:address location="http://localhost/"/></port></service>
</definitions>`;
}

/** The names of the top-level elements of the schema. */
function globalElements(schema: string): string[] {
  const names: string[] = [];
  let depth = 0;
  for (const [tag, close, name, attributes, empty] of schema.matchAll(
    /<(\/?)(xs:\w+)((?:\s[^<>]*?)?)(\/?)>/g,
  )) {
    if (tag.startsWith('<xs:schema') || tag.startsWith('</xs:schema')) continue;
    if (close === '/') depth--;
    else {
      if (depth === 0 && name === 'xs:element')
        names.push(/\bname="([^"]*)"/.exec(attributes ?? '')?.[1] ?? '');
      if (empty !== '/') depth++;
    }
  }
  return names;
}
