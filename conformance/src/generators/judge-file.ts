import type { OpenAPIObject } from '@soapstone/openapi-generator';
import { isWsdlError } from '@soapstone/wsdl-parser';
import { serveJudgements } from '../bounded-runs/bounded-runs.js';
import { describeService } from '../openapi/describe-service.js';
import { wholeProposal } from '../openapi/whole-proposal.js';
import { corpusResolver, corpusUri } from '../wsdl/corpus.js';
import { type Generated, judgeGenerator } from './judge-generators.js';
import { markUntyped } from './mark-untyped.js';

/** The process that has the documents of files of the corpus read by generators, for `pnpm conformance generators`; with `--designs`, with the design that is proposed for each. */

/** What one generator made of one file. */
export interface GeneratedFile {
  /** Absent if the file has no operation, or is refused. */
  readonly generated?: Generated;
  /** Why the parser rejects the file. */
  readonly refused?: string;
}

const designFor = process.argv.includes('--designs') ? wholeProposal : undefined;

/** The document of the last file: every generator reads it, one after the other. */
let last: { readonly path: string; readonly document: Promise<OpenAPIObject | undefined> } | undefined;

async function describe(path: string): Promise<OpenAPIObject | undefined> {
  const { mapper, openapi30 } = await describeService(corpusUri(path), corpusResolver(), designFor);
  return mapper.operations.length === 0 ? undefined : markUntyped(openapi30);
}

/** @param name a generator, a space, and the path of a file */
async function judgeFile(name: string): Promise<GeneratedFile> {
  const generator = name.slice(0, name.indexOf(' '));
  const path = name.slice(generator.length + 1);
  if (last?.path !== path) last = { path, document: describe(path) };
  try {
    const document = await last.document;
    return document === undefined ? {} : { generated: await judgeGenerator(generator, document) };
  } catch (error) {
    if (!isWsdlError(error)) throw error;
    return { refused: error.message };
  }
}

serveJudgements(judgeFile);
