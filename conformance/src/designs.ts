import { parseArgs } from 'node:util';
import { isWsdlError, type ParsedWsdl, parseWsdl } from '@soapstone/wsdl-parser';
import { type DesignedService, judgeProposal } from './designs/judge-proposal.js';
import { corpusResolver, corpusUri, hasCorpus, isAcceptable, readManifest } from './wsdl/corpus.js';

/**
 * `pnpm conformance designs [--all] [--only text] [--list] [--gateway]`: the design that `soapstone design init` proposes for every WSDL of the
 * corpus, with the members filled that look like credentials, tokens or IDs of sessions. The design fits the service; clients neither see nor can
 * send what it fills, and no error and no message with hidden values has it; libxml2 accepts the requests. Results with lifted lists are read and written as without. `--list` prints the keys that keep their spelling, because another one would collide; `--gateway` also serves them in a gateway, with a SOAP server that
 * repeats each request in a fault, and searches responses, dry runs, trials, captured bodies, documents, metrics, the log and the files of
 * the database for each secret. `--all` includes files that no other tool accepts.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      all: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      list: { type: 'boolean', default: false },
      gateway: { type: 'boolean', default: false },
    },
  });
  if (!hasCorpus()) {
    console.log('skipped: the corpus is not next to the project');
    return 0;
  }
  const gateway = values.gateway
    ? await import('./designs/judge-gateway.js').then(({ startGatewayJudge }) => startGatewayJudge())
    : undefined;
  const judged: DesignedService[] = [];
  let findings = 0;
  for (const file of await readManifest()) {
    if (!(values.all || isAcceptable(file)) || !file.path.includes(values.only)) continue;
    const description = await read(file.path);
    if (description === undefined) continue;
    await gateway?.add(file.path, description);
    const service = judgeProposal(description);
    judged.push(service);
    findings += service.problems.length;
    for (const text of service.problems) console.log(`${file.path}: ${text}`);
    if (values.list) for (const key of service.kept) console.log(`${file.path}: keeps its spelling: ${key}`);
  }
  print(judged);
  if (gateway !== undefined) {
    const { problems, ...counts } = await gateway.end();
    findings += problems.length;
    for (const text of problems) console.log(`gateway: ${text}`);
    console.table({ 'in a gateway': counts });
  }
  console.log(`${judged.length} services, ${findings} findings`);
  return findings === 0 ? 0 : 1;
}

async function read(path: string): Promise<ParsedWsdl | undefined> {
  try {
    return await parseWsdl(corpusUri(path), { resolve: corpusResolver() });
  } catch (error) {
    // `pnpm conformance wsdl` judges what is rejected.
    if (isWsdlError(error)) return undefined;
    throw error;
  }
}

function print(judged: readonly DesignedService[]): void {
  const sum = (count: (service: DesignedService) => number): number =>
    judged.reduce((all, service) => all + count(service), 0);
  console.table({
    'services in camel case': judged.filter(({ names }) => names === 'camel').length,
    'keys that keep their spelling': sum(({ kept }) => kept.length),
    'keys of lists that are lifted': sum(({ lifted }) => lifted),
    'services with such keys': judged.filter(({ lifted }) => lifted > 0).length,
    'their results that are the same message, read and written': sum(({ results }) => results),
    'services with credentials in their inputs': judged.filter(({ filled }) => filled > 0).length,
    'operations with credentials in their inputs': sum(({ filledOperations }) => filledOperations),
    'members filled': sum(({ filled }) => filled),
    'operations whose secrets are all canaries': sum(({ withCanaries }) => withCanaries),
    'requests that libxml2 accepts': sum(({ valid }) => valid),
    'requests that it does not judge, or rejects without the design too': sum(({ unjudged }) => unjudged),
  });
}
