import { isWsdlError, parseWsdl } from '@soapstone/wsdl-parser';
import { expect, test } from 'vitest';
import { CORPUS, corpusResolver, corpusUri, hasCorpus, readManifest } from './corpus.js';

async function outcome(path: string, engine: 'saxes' | 'libxmljs2'): Promise<string> {
  try {
    const { model, diagnostics } = await parseWsdl(corpusUri(path), { resolve: corpusResolver(), engine });
    return JSON.stringify({ model, diagnostics });
  } catch (error) {
    // The exact position at which a document stops being XML depends on the engine.
    return isWsdlError(error) ? `refused: ${error.code}` : `threw ${String(error)}`;
  }
}

test.skipIf(!hasCorpus())(
  `both engines give the same models over the corpus (skipped where ${CORPUS} is absent)`,
  async () => {
    const different: string[] = [];
    const files = await readManifest();
    for (const { path } of files) {
      const [saxes, libxmljs2] = [await outcome(path, 'saxes'), await outcome(path, 'libxmljs2')];
      if (saxes !== libxmljs2) different.push(path);
      expect(saxes).not.toMatch(/^threw/);
    }
    expect(different).toEqual([]);
    expect(files.length).toBeGreaterThan(400);
  },
  120_000,
);
