import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { DEFAULT_PARSE_LIMITS, parseWsdl } from '@soapstone/wsdl-parser';
import { fileResolver } from '@soapstone/wsdl-parser/file';
import { createClient } from 'soap';

/** Reads a WSDL file with all its imports, to the point where operations can be called. */
export interface WsdlParser {
  readonly name: string;
  parse(path: string): Promise<void>;
}

/** Ours. `root` is the directory that imports may reach. */
export function soapstone(root?: string, types = DEFAULT_PARSE_LIMITS.types): WsdlParser {
  const limits = { types, particles: types * 20, bytes: 100 * 1024 * 1024 };
  return {
    name: 'soapstone',
    async parse(path) {
      const { model } = await parseWsdl(resolve(path), {
        resolve: fileResolver(root ?? dirname(path)),
        limits,
      });
      if (model.exposed.length === 0) throw new Error('no operation');
    },
  };
}

interface StrongSoap {
  readonly soap: {
    createClient(path: string, options: object, callback: (error: unknown, client: unknown) => void): void;
  };
}

/** strong-soap, without its cache. */
export const strongSoap: WsdlParser = {
  name: 'strong-soap',
  parse: (path) => {
    const { soap } = createRequire(import.meta.url)('strong-soap') as StrongSoap;
    return new Promise((done, fail) => {
      soap.createClient(path, { WSDL_CACHE: {} }, (error) => (error ? fail(error) : done()));
    });
  },
};

/** node-soap, without its cache. */
export const nodeSoap: WsdlParser = {
  name: 'node-soap',
  parse: (path) =>
    new Promise((done, fail) => {
      createClient(path, { disableCache: true }, (error) => (error ? fail(error) : done()));
    }),
};

/** The reason why a parser cannot read a file; `undefined` if it can. */
export async function whyNot(parser: WsdlParser, path: string): Promise<string | undefined> {
  try {
    await parser.parse(path);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
