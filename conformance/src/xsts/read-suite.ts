import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SaxesParser } from 'saxes';

const ARCHIVE = fileURLToPath(new URL('../../../../shared/suites/xsts.tar.xz', import.meta.url));

/** An instance document with the verdict of XML Schema 1.0. */
export interface InstanceTest {
  readonly name: string;
  /** The path of the document. */
  readonly document: string;
  readonly valid: boolean;
}

/** Instances of one schema. */
export interface TestGroup {
  /** The set that the group belongs to, such as `msMeta`. */
  readonly set: string;
  readonly name: string;
  /** The paths of the schema documents. */
  readonly schemas: readonly string[];
  readonly instances: readonly InstanceTest[];
}

/** Whether the archive of the suite is next to the project. */
export function hasSuite(): boolean {
  return existsSync(ARCHIVE);
}

/** Unpacks the suite into a temporary folder. @returns the folder */
export async function unpackSuite(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'xsts-'));
  await promisify(execFile)('tar', ['xJf', ARCHIVE, '-C', folder]);
  return folder;
}

/** Reads the groups with a valid schema and instances whose validity is certain: a document with two verdicts is left out. */
export async function readGroups(folder: string): Promise<readonly TestGroup[]> {
  const groups: TestGroup[] = [];
  const sets = (await readdir(folder)).filter((name) => name.endsWith('Meta')).sort();
  for (const set of sets) {
    const files = (await readdir(join(folder, set))).filter((name) => /^[^.].*\.(?:testSet|xml)$/.test(name));
    for (const file of files.sort()) {
      const path = join(folder, set, file);
      groups.push(...parseGroups(await readFile(path, 'utf8'), dirname(path), set));
    }
  }
  return groups;
}

/** A test while it is read. */
interface OpenTest {
  readonly name: string;
  readonly isInstance: boolean;
  readonly documents: string[];
  validity: string | undefined;
  status: string | undefined;
  /** Whether it is of another version of XML Schema. */
  isOther: boolean;
}

function parseGroups(text: string, base: string, set: string): readonly TestGroup[] {
  const groups: TestGroup[] = [];
  let name = '';
  let isOther = false;
  let tests: OpenTest[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', (tag) => {
    const attribute = (local: string): string | undefined =>
      Object.values(tag.attributes).find((each) => each.local === local)?.value;
    const version = attribute('version');
    const isLater = version !== undefined && !version.split(' ').some((each) => each.startsWith('1.0'));
    const open = tests.at(-1);
    switch (tag.local) {
      case 'testGroup':
        name = attribute('name') ?? '';
        isOther = isLater;
        tests = [];
        break;
      case 'schemaTest':
      case 'instanceTest':
        tests.push({
          name: attribute('name') ?? '',
          isInstance: tag.local === 'instanceTest',
          documents: [],
          validity: undefined,
          status: undefined,
          isOther: isOther || isLater,
        });
        break;
      case 'schemaDocument':
      case 'instanceDocument':
        open?.documents.push(resolve(base, attribute('href') ?? ''));
        break;
      case 'expected':
        if (open !== undefined && !isLater) open.validity = attribute('validity');
        break;
      case 'current':
        if (open !== undefined) open.status = attribute('status');
        break;
    }
  });
  parser.on('closetag', ({ local }) => {
    if (local === 'testGroup') groups.push(...groupOf(set, name, tests));
  });
  parser.write(text).close();
  return groups;
}

function groupOf(set: string, name: string, tests: readonly OpenTest[]): readonly TestGroup[] {
  const certain = tests.filter(({ isOther, status }) => !isOther && status !== 'queried');
  const schemas = certain.filter(({ isInstance }) => !isInstance);
  if (schemas.length === 0 || schemas.some(({ validity }) => validity !== 'valid')) return [];
  const instances = certain.flatMap(({ isInstance, documents, validity, name: test }): InstanceTest[] => {
    const [document] = documents;
    if (!isInstance || document === undefined || (validity !== 'valid' && validity !== 'invalid')) return [];
    return [{ name: test, document, valid: validity === 'valid' }];
  });
  const agreed = instances.filter(({ document, valid }) =>
    instances.every((other) => other.document !== document || other.valid === valid),
  );
  return agreed.length === 0
    ? []
    : [{ set, name, schemas: schemas.flatMap(({ documents }) => documents), instances: agreed }];
}
