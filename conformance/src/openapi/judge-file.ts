import { isWsdlError } from '@soapstone/wsdl-parser';
import { serveJudgements } from '../bounded-runs/bounded-runs.js';
import { corpusResolver, corpusUri } from '../wsdl/corpus.js';
import { createDocumentJudge } from './judge-document.js';
import { judgeService } from './judge-service.js';
import { wholeProposal } from './whole-proposal.js';

/** The process that judges the OpenAPI documents of files of the corpus for `pnpm conformance openapi`; with `--designs`, with the design that is proposed for each. */

/** What is found in one file. */
export interface JudgedFile {
  readonly operations: number;
  readonly kilobytes: number;
  readonly ms: number;
  readonly problems: readonly string[];
  /** Declarations by openapi-typescript, by file name: they are to be compiled, together with those of other files. */
  readonly types: readonly (readonly [string, string])[];
  /** Why the parser rejects the file. */
  readonly refused?: string;
}

const judge = createDocumentJudge();
const designFor = process.argv.includes('--designs') ? wholeProposal : undefined;

async function judgeFile(path: string): Promise<JudgedFile> {
  try {
    const { service, problems, types, ms } = await judgeService(
      corpusUri(path),
      corpusResolver(),
      path,
      await judge,
      designFor,
    );
    return {
      operations: service.mapper.operations.length,
      kilobytes: service.text.length / 1000,
      ms,
      problems,
      types: [...types],
    };
  } catch (error) {
    if (!isWsdlError(error)) throw error;
    const nothing = { operations: 0, kilobytes: 0, ms: 0, problems: [], types: [] };
    return { ...nothing, refused: error.message };
  }
}

serveJudgements(judgeFile);
