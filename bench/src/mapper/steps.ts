import { type CompiledOperation, createMapper, isMappingError } from '@soapstone/json-xml-mapper';
import { parseWsdlText } from '@soapstone/wsdl-parser';
import { cpuSeconds } from '../cpu-time.js';
import { DOCUMENT_KINDS, makeDocument, SHOP_WSDL } from './decode-documents.js';
import { makeRequest, REQUEST_KINDS, storeWsdl } from './encode-documents.js';

const MB = 1_000_000;
const CHUNK = 1 << 16;
/** Each is taken several times, and the best counts: the rest is what else the machine does. */
const ROUNDS = 7;

/**
 * How long the event loop is held at a time, and what a doubling of the input costs. Responses come in chunks of 64 KB;
 * requests are encoded in steps, accepted and refused ones.
 */
export async function measureSteps(): Promise<string[]> {
  return [...(await responseSteps()), ...(await requestSteps())];
}

async function responseSteps(): Promise<string[]> {
  const mapper = createMapper((await parseWsdlText(SHOP_WSDL)).model, {
    limits: { responseBytes: 1 << 30, responseNodes: 1 << 30 },
  });
  const notes: string[] = [];
  for (const kind of DOCUMENT_KINDS) {
    const operation = mapper.compile(kind.operation);
    const measure = (bytes: Buffer): { longest: number; total: number } => {
      const stream = operation.createStream();
      let longest = 0;
      let total = 0;
      const step = (work: () => unknown): void => {
        const ms = milliseconds(work);
        longest = Math.max(longest, ms);
        total += ms;
      };
      for (let at = 0; at < bytes.length; at += CHUNK)
        step(() => stream.write(bytes.subarray(at, at + CHUNK)));
      step(() => stream.end());
      return { longest, total };
    };
    const best = (size: number): { longest: number; total: number } => {
      const bytes = Buffer.from(makeDocument(kind, size));
      const runs = Array.from({ length: ROUNDS }, () => measure(bytes));
      return {
        longest: Math.min(...runs.map(({ longest }) => longest)),
        total: Math.min(...runs.map(({ total }) => total)),
      };
    };
    best(MB);
    const totals = [1, 2, 4, 8].map((megabytes) => best(megabytes * MB).total);
    const doublings = totals.slice(1).map((total, i) => (total / (totals[i] ?? Number.NaN)).toFixed(2));
    notes.push(
      `response, ${kind.name}, 5 MB: longest step ${best(5 * MB).longest.toFixed(1)} ms; doubling 1, 2, 4, 8 MB costs ${doublings.join(', ')} times`,
    );
  }
  return notes;
}

async function requestSteps(): Promise<string[]> {
  const mapper = createMapper((await parseWsdlText(storeWsdl(true))).model, {
    limits: { requestBytes: 1 << 30, requestNodes: 1 << 30 },
  });
  const notes: string[] = [];
  for (const kind of REQUEST_KINDS) {
    const operation = mapper.compile(kind.operation);
    const valid = (size: number): string => JSON.stringify(makeRequest(kind, size));
    const refused: Readonly<Record<string, (json: string) => string>> = {
      // Everything before it is done twice, and explained.
      'for its last item': (json) => json.replace(/\}\]\}$/, ',"unknown":1}]}'),
      'for an unknown field': (json) => json.replace(/\]\}$/, '],"unknown":1}'),
      'for its last byte': (json) => json.slice(0, -1),
    };
    best(operation, valid(MB));
    const accepted = best(operation, valid(5 * MB));
    notes.push(
      `request, ${kind.name}, 5 MB: ${describeSteps(accepted)}; doubling 4, 8 MB costs ${doubling(operation, valid)} times`,
    );
    for (const [why, damage] of Object.entries(refused)) {
      const steps = best(operation, damage(valid(5 * MB)));
      const costs = doubling(operation, (size) => damage(valid(size)));
      notes.push(
        `request, ${kind.name}, 5 MB, refused ${why}: ${describeSteps(steps)}; doubling 4, 8 MB costs ${costs} times`,
      );
    }
  }
  return notes;
}

interface Steps {
  readonly count: number;
  readonly longest: number;
  readonly total: number;
}

function describeSteps({ count, longest, total }: Steps): string {
  return `${count} steps, the longest ${longest.toFixed(1)} ms, all ${total.toFixed(0)} ms`;
}

function doubling(operation: CompiledOperation, make: (size: number) => string): string {
  return (best(operation, make(8 * MB)).total / best(operation, make(4 * MB)).total).toFixed(2);
}

/** The shortest longest step and the least total of several runs. */
function best(operation: CompiledOperation, text: string): Steps {
  const json = Buffer.from(text);
  const runs = Array.from({ length: ROUNDS }, () => encodeInSteps(operation, json));
  return {
    count: runs[0]?.count ?? 0,
    longest: Math.min(...runs.map(({ longest }) => longest)),
    total: Math.min(...runs.map(({ total }) => total)),
  };
}

function encodeInSteps(operation: CompiledOperation, json: Buffer): Steps {
  const steps = operation.encodeJsonInSteps(json);
  let [count, longest, total] = [0, 0, 0];
  for (let isDone = false; !isDone; ) {
    const ms = milliseconds(() => {
      isDone = isLast(steps);
    });
    count++;
    longest = Math.max(longest, ms);
    total += ms;
  }
  return { count, longest, total };
}

function isLast(steps: Iterator<undefined>): boolean {
  try {
    return steps.next().done === true;
  } catch (error) {
    if (!isMappingError(error)) throw error;
    return true;
  }
}

/** CPU time: on a machine that is shared, elapsed time says what the others do. */
function milliseconds(work: () => unknown): number {
  const start = cpuSeconds();
  work();
  return (cpuSeconds() - start) * 1000;
}
