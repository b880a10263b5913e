import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Design } from '@soapstone/json-xml-mapper/design';
import { parse } from 'yaml';
import { wsdlAround } from '../../material/wsdl-around.js';
import { CORPUS, hasCorpus } from '../../wsdl/corpus.js';
import type { ScriptedAnswer } from './scripted-server.js';

/** A request of a case, and what each door makes of it. */
export interface CaseRequest {
  /** The method and the path below the base: `GET /users/1`. */
  readonly send: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The content of the SOAP Body that arrives, as an infoset; a list for several. Absent: the SOAP service is not called. */
  readonly soap?: string | readonly string[];
  /** The content of the SOAP Header that arrives, if there is one. */
  readonly header?: string;
  /** The ID of what is signed; the message that arrives has a signature of it that xmlsec1 verifies. */
  readonly signs?: string;
  /** What the SOAP service answers, one for each call. */
  readonly reply?: string | readonly string[];
  /** The content of the SOAP Header of each answer. */
  readonly replyHeader?: string;
  /** A MIME part of each answer. */
  readonly attachment?: ScriptedAnswer['attachment'];
  readonly status: number;
  /** Headers of the answer; the value `~` is a header that must not be there. */
  readonly has?: Readonly<Record<string, string | null>>;
  /** The exact text of the body. */
  readonly result?: string;
  /** A part of the body. */
  readonly contains?: string;
  /** Members of the problem details. */
  readonly problem?: Readonly<Record<string, unknown>>;
  /** How many pages are read by following links; `result` is their bodies, one on each line. Default 1. */
  readonly pages?: number;
}

/** A line of the file that is wrong. */
export interface CaseMistake {
  readonly of: string;
  readonly is: string;
  /** A problem that `soapstone design check` prints, whole. */
  readonly says: string;
  readonly nearest?: string;
}

/** A design that was written by hand against a WSDL, with requests and mistakes. */
export interface DoorCase {
  readonly name: string;
  /** Whether the WSDL is one of the corpus. */
  readonly isReal: boolean;
  /** The documents of the service by file name; the first is the WSDL. */
  readonly documents: Readonly<Record<string, string>>;
  /** The text of the file. */
  readonly file: string;
  readonly design: Design;
  readonly signed: boolean;
  readonly requests: readonly CaseRequest[];
  readonly mistakes: readonly CaseMistake[];
}

const SMALL = new URL('../../../designs/', import.meta.url);
const REAL = new URL('../../../real-designs/', import.meta.url);

/** The members of `case.yaml`. */
type CaseFile = Partial<Pick<DoorCase, 'requests' | 'mistakes' | 'signed'>> & {
  /** The WSDL, and what it imports from its folder, in the corpus. */
  readonly wsdl?: string;
  readonly documents?: readonly string[];
};

/**
 * Reads `conformance/designs`, a folder with `schema.xsd`, `design.yaml` and `case.yaml` each, and `conformance/real-designs`, whose WSDLs are
 * files of the corpus. Without the corpus there are only the former.
 */
export function readDoorCases(): readonly DoorCase[] {
  return [...casesIn(SMALL), ...(hasCorpus() ? casesIn(REAL) : [])];
}

function casesIn(folder: URL): readonly DoorCase[] {
  return readdirSync(folder).map((name) => {
    const read = (file: string): string => readFileSync(new URL(`${name}/${file}`, folder), 'utf8');
    const file = read('design.yaml');
    const { requests = [], mistakes = [], signed = false, ...of } = parse(read('case.yaml')) as CaseFile;
    const documents =
      of.wsdl === undefined ? smallService(read('schema.xsd')) : realService(of.wsdl, of.documents);
    return {
      name,
      isReal: of.wsdl !== undefined,
      documents,
      file,
      design: parse(file) as Design,
      signed,
      requests,
      mistakes,
    };
  });
}

/** One document, with the schema inside. */
function smallService(schema: string): DoorCase['documents'] {
  const inside = schema.replace(/<\?xml[^>]*\?>/, '');
  return { 'service.wsdl': wsdlAround(schema).replace(/<xs:schema>.*<\/xs:schema>/, () => inside) };
}

function realService(wsdl: string, imported: readonly string[] = []): DoorCase['documents'] {
  const read = (file: string): string => readFileSync(join(CORPUS, dirname(wsdl), file), 'utf8');
  return {
    'service.wsdl': readFileSync(join(CORPUS, wsdl), 'utf8'),
    ...Object.fromEntries(imported.map((file) => [file, read(file)])),
  };
}
