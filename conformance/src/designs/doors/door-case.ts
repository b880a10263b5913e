import { readdirSync, readFileSync } from 'node:fs';
import type { Design } from '@soapstone/json-xml-mapper/design';
import { parse } from 'yaml';
import { wsdlAround } from '../../material/wsdl-around.js';

/** A request of a case, and what each door makes of it. */
export interface CaseRequest {
  /** The method and the path below the base: `GET /users/1`. */
  readonly send: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The content of the SOAP Body that arrives, as an infoset; a list for several. Absent: the SOAP service is not called. */
  readonly soap?: string | readonly string[];
  /** The ID of what is signed; the message that arrives has a signature of it that xmlsec1 verifies. */
  readonly signs?: string;
  /** What the SOAP service answers, one for each call. */
  readonly reply?: string | readonly string[];
  readonly status: number;
  /** Headers of the answer; the value `~` is a header that must not be there. */
  readonly has?: Readonly<Record<string, string | null>>;
  /** The exact text of the body. */
  readonly result?: string;
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

/** A design that was written by hand against a small WSDL, with requests and mistakes. */
export interface DoorCase {
  readonly name: string;
  readonly schema: string;
  /** One document, with the schema inside. */
  readonly wsdl: string;
  /** The text of the file. */
  readonly file: string;
  readonly design: Design;
  readonly signed: boolean;
  readonly requests: readonly CaseRequest[];
  readonly mistakes: readonly CaseMistake[];
}

const FOLDER = new URL('../../../designs/', import.meta.url);

/** Reads `conformance/designs`: a folder with `schema.xsd`, `design.yaml` and `case.yaml` each. */
export function readDoorCases(): readonly DoorCase[] {
  return readdirSync(FOLDER).map((name) => {
    const read = (file: string): string => readFileSync(new URL(`${name}/${file}`, FOLDER), 'utf8');
    const schema = read('schema.xsd');
    const file = read('design.yaml');
    const { requests = [], mistakes = [], signed = false } = parse(read('case.yaml')) as Partial<DoorCase>;
    return {
      name,
      schema,
      wsdl: wsdlAround(schema).replace(/<xs:schema>.*<\/xs:schema>/, () =>
        schema.replace(/<\?xml[^>]*\?>/, ''),
      ),
      file,
      design: parse(file) as Design,
      signed,
      requests,
      mistakes,
    };
  });
}
