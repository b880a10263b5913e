import { isWsdlError } from '@soapstone/wsdl-parser';
import { serveJudgements } from '../bounded-runs.js';
import { describeService } from '../openapi/describe-service.js';
import { corpusResolver, corpusUri } from '../wsdl/corpus.js';
import { compileGenerated } from './compile-generated.js';
import { judgeGenerators } from './judge-generators.js';

/** The process that has the documents of files of the corpus read by generators, for `pnpm conformance generators`. */

/** What is found in one file, by generator. */
export interface GeneratedFile {
  /** Absent if the file has no operation, or is refused. */
  readonly generators?: Readonly<
    Record<string, { readonly problems: readonly string[]; readonly errors: readonly string[] }>
  >;
  /** Why the parser rejects the file. */
  readonly refused?: string;
}

async function judgeFile(path: string): Promise<GeneratedFile> {
  try {
    const service = await describeService(corpusUri(path), corpusResolver());
    if (service.mapper.operations.length === 0) return {};
    const generated = await judgeGenerators(service.openapi30);
    const compiled = compileGenerated(generated);
    return {
      generators: Object.fromEntries(
        generated.map(({ generator, problems }) => [
          generator,
          { problems, errors: compiled.get(generator) ?? [] },
        ]),
      ),
    };
  } catch (error) {
    if (!isWsdlError(error)) throw error;
    return { refused: error.message };
  }
}

serveJudgements(judgeFile);
