import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The variable with the folder for results that the scoreboard reads (`pnpm conformance external`). Without it, none are kept. */
export const RESULTS = 'SOAPSTONE_RESULTS';

/** The names of the files with the results of generators, one for each part of a run. */
export const GENERATOR_RESULTS: RegExp = /^generators-\d+-of-\d+\.json$/;

/** What one part of a run of `pnpm conformance generators` found. */
export interface GeneratorResults {
  /** Whether the run judges every WSDL, or a sample. */
  readonly all: boolean;
  /** Which part of how many, such as `3/8`. */
  readonly part: string;
  readonly generators: Readonly<Record<string, GeneratorOutcome>>;
}

/** What one generator made of the documents. */
export interface GeneratorOutcome {
  readonly version: string;
  /** The WSDLs whose documents it read. */
  readonly documents: readonly string[];
  /** What was lost, does not compile or was not judged, each with its WSDL. */
  readonly findings: readonly string[];
  /** The WSDLs at which it reached a known limit. */
  readonly limited: readonly string[];
}

/** Collects the outcomes of a run. */
export class OutcomeCollector {
  readonly #outcomes: ReadonlyMap<
    string,
    { documents: Set<string>; findings: string[]; limited: Set<string> }
  >;

  constructor(generators: readonly string[]) {
    this.#outcomes = new Map(
      generators.map((name) => [name, { documents: new Set(), findings: [], limited: new Set() }]),
    );
  }

  /** A generator has read the document of a WSDL, or should have. */
  judged(generator: string, wsdl: string): void {
    this.#outcomes.get(generator)?.documents.add(wsdl);
  }

  found(generator: string, wsdl: string, text: string): void {
    this.#outcomes.get(generator)?.findings.push(`${wsdl}: ${text}`);
  }

  limited(generator: string, wsdl: string): void {
    this.#outcomes.get(generator)?.limited.add(wsdl);
  }

  /** Writes a file with all outcomes into the folder for results, if there is one. */
  write(run: Pick<GeneratorResults, 'all' | 'part'>): void {
    const folder = process.env[RESULTS];
    if (folder === undefined) return;
    const generators = [...this.#outcomes].map(([name, { documents, findings, limited }]) => {
      const outcome: GeneratorOutcome = {
        version: versionOf(name),
        documents: [...documents],
        findings,
        limited: [...limited],
      };
      return [name, outcome] as const;
    });
    const results: GeneratorResults = { ...run, generators: Object.fromEntries(generators) };
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `generators-${run.part.replace('/', '-of-')}.json`), JSON.stringify(results));
  }
}

/** The version of a package that this one depends on. */
function versionOf(name: string): string {
  const manifest = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }).version;
}
