import { createMapper, isMappingError } from '@soapstone/json-xml-mapper';
import { parseWsdlText } from '@soapstone/wsdl-parser';
import { DOCUMENT_KINDS, makeDocument, SHOP_WSDL } from './decode-documents.js';
import { makeRequest, REQUEST_KINDS, storeWsdl } from './encode-documents.js';

const MB = 1_000_000;
const CHUNK = 1 << 16;
/** Each is taken several times, and the best counts: the rest is what else the machine does. */
const ROUNDS = 7;

/**
 * How long the event loop is held at a time, and what a doubling of the input costs. Responses come in chunks of 64 KB;
 * a request is one step, because its JSON is complete before the call begins.
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
    const encode = (json: Buffer): void => {
      try {
        operation.encodeJson(json);
      } catch (error) {
        if (!isMappingError(error)) throw error;
      }
    };
    const best = (json: Buffer): number =>
      Math.min(...Array.from({ length: ROUNDS }, () => milliseconds(() => encode(json))));
    const valid = (size: number): Buffer => Buffer.from(JSON.stringify(makeRequest(kind, size)));
    // The last item is wrong: everything before it is done twice, and explained.
    const wrong = (size: number): Buffer =>
      Buffer.from(
        valid(size)
          .toString()
          .replace(/\}\]\}$/, ',"unknown":1}]}'),
      );
    best(valid(MB));
    best(wrong(MB));
    const doubling = best(valid(8 * MB)) / best(valid(4 * MB));
    notes.push(
      `request, ${kind.name}, one step: 1 MiB (the default limit) ${best(valid(1 << 20)).toFixed(1)} ms, refused ${best(wrong(1 << 20)).toFixed(1)} ms; ` +
        `5 MB ${best(valid(5 * MB)).toFixed(1)} ms, refused ${best(wrong(5 * MB)).toFixed(1)} ms; doubling 4, 8 MB costs ${doubling.toFixed(2)} times`,
    );
  }
  return notes;
}

/** CPU time: on a machine that is shared, elapsed time says what the others do. */
function milliseconds(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
