import { gunzipSync } from 'node:zlib';
import type { CompiledOperation, Mapper } from '@soapstone/json-xml-mapper';
import { createUncheckedMapper } from '@soapstone/json-xml-mapper/unchecked';
import type { ServiceModel } from '@soapstone/wsdl-parser';
import { compiledBytes } from '../../domain/services/compiled-bytes.js';
import { bytesOf } from '../../domain/services/pack-model.js';
import { withDesign } from '../../domain/services/read-design.js';
import { selectModel } from '../../domain/services/select-model.js';
import type { JobTarget, MapperSource, SessionRole } from './messages.js';

/** An operation of the thread. */
export interface ThreadOperation {
  readonly operation: CompiledOperation;
  /** The CPU time that compiling it took, in milliseconds. */
  readonly compileCpu: number;
}

/**
 * The first operations after the start are measured again if compiling took more than `COLD_CPU` milliseconds, because cold code is slow.
 */
const COLD_OPERATIONS = 50;
const COLD_CPU = 2;
const EMPTY_OBJECT = new TextEncoder().encode('{}');
const EMPTY_ENVELOPE = new TextEncoder().encode(
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body/></s:Envelope>',
);

interface Entry {
  readonly mapper: Mapper;
  /** Creates the same mapper again, without compiled operations. */
  readonly remake: () => Mapper;
  readonly bytes: number;
  readonly operations: Map<string, ThreadOperation>;
}

/** The mappers of the thread by key. It keeps the most recently used ones within the memory limit. */
export class ThreadMappers {
  readonly #entries = new Map<string, Entry>();
  readonly #room: number;
  readonly #clock: () => number;
  #bytes = 0;
  /** The number of operations compiled since the start. */
  #compiled = 0;

  /**
   * @param room the maximum bytes, counted as in the catalog; the mapper in use is kept regardless of its size
   * @param clock the CPU time of the thread in milliseconds
   */
  constructor(room: number, clock: () => number) {
    this.#room = room;
    this.#clock = clock;
  }

  /** Returns a mapper, or `undefined` if it is not cached and there is no source. */
  findMapper(key: string, source: MapperSource | undefined): Mapper | undefined {
    return this.#find(key, source)?.mapper;
  }

  #find(key: string, source: MapperSource | undefined): Entry | undefined {
    const entry = this.#entries.get(key) ?? (source && this.#load(source));
    if (entry !== undefined) this.#keep(key, entry);
    return entry;
  }

  /** Returns the operation of a job, or `undefined` if its mapper is not cached and the job has no source. Throws what `Mapper.compile` throws. */
  find({ mapper: key, operation: name, ofSession, source }: JobTarget): ThreadOperation | undefined {
    const entry = this.#find(key, source);
    if (entry === undefined) return undefined;
    const id = ofSession === undefined ? name : `${ofSession} ${name}`;
    const known = entry.operations.get(id);
    if (known !== undefined) return known;
    const made = this.#compile(entry, (from) => compileNamed(from, name, ofSession));
    entry.operations.set(id, made);
    return made;
  }

  #compile({ mapper, remake }: Entry, compile: (mapper: Mapper) => CompiledOperation): ThreadOperation {
    const measure = (from: Mapper): { operation: CompiledOperation; cpu: number } => {
      const begun = this.#clock();
      const operation = compile(from);
      tryOut(operation);
      return { operation, cpu: this.#clock() - begun };
    };
    const { operation, cpu } = measure(mapper);
    this.#compiled += 1;
    // V8 runs code several times more slowly the first time.
    const isCold = this.#compiled <= COLD_OPERATIONS && cpu > COLD_CPU;
    const compileCpu = isCold ? Math.min(cpu, measure(remake()).cpu) : cpu;
    return { operation, compileCpu };
  }

  get bytes(): number {
    return this.#bytes;
  }

  #load({ packed, select, options, design }: MapperSource): Entry {
    const model: ServiceModel = JSON.parse(gunzipSync(packed).toString('utf8'));
    const selected = selectModel(model, select);
    const remake = () => createUncheckedMapper(selected, withDesign(options, design));
    const mapper = remake();
    const { model: models, mapper: mappers } = compiledBytes(bytesOf(packed), mapper.model.exposed.length);
    return { mapper, remake, bytes: models + mappers, operations: new Map() };
  }

  #keep(key: string, entry: Entry): void {
    // A map iterates in insertion order, so a used entry moves to the end.
    if (!this.#entries.delete(key)) this.#bytes += entry.bytes;
    this.#entries.set(key, entry);
    for (const [oldest, { bytes }] of this.#entries) {
      if (this.#bytes <= this.#room || oldest === key) return;
      this.#entries.delete(oldest);
      this.#bytes -= bytes;
    }
  }
}

/** Compiles an operation, or one of the session, which clients may not see. */
function compileNamed(mapper: Mapper, name: string, ofSession: SessionRole | undefined): CompiledOperation {
  return (ofSession && mapper.session?.[ofSession]) ?? mapper.compile(name);
}

/** Compiles what every call needs, with messages whose validity does not matter. */
function tryOut(operation: CompiledOperation): void {
  for (const work of [() => operation.encodeJson(EMPTY_OBJECT), () => operation.decodeXml(EMPTY_ENVELOPE)]) {
    try {
      work();
    } catch {
      // The first call reports the error.
    }
  }
}
