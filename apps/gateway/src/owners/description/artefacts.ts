import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { withCode } from '@soapstone/http-contract';
import { parseJson } from '@soapstone/json-xml-mapper';
import type { DesignReport } from '@soapstone/json-xml-mapper/design';
import type { ContractComparison } from '@soapstone/openapi-generator';
import type { FairSlots } from '../../children/fair-slots.js';
import { CPU_EXCEEDED } from '../../children/limit-cpu.js';
import { locateModule } from '../../children/locate-module.js';
import { type StartChild, startChild } from '../../children/start-child.js';
import type { RegisteredService } from '../../domain/services/registered-service.js';
import { type Mapping, mappingOf } from '../../domain/services/service-settings.js';
import { GatewayError, serviceNotFound } from '../../errors/errors.js';
import type { Store } from '../../store/store.js';
import { type ArtefactRequest, artefactKey } from './artefact.js';
import type { DesignPreview } from './mapped-design.js';
import type { FromArtefactChild, ToArtefactChild } from './messages.js';
import { unpackText } from './pack-text.js';

/** A text generated for a service. */
export interface Artefact {
  /** An entity tag: equal for equal texts. */
  readonly key: string;
  /** In UTF-8. */
  readonly text: Buffer;
}

/** The dependencies of generating artefacts. */
export interface ArtefactDependencies {
  readonly store: Pick<Store, 'services' | 'artefacts'>;
  /** The slots of the child processes. */
  readonly slots: FairSlots;
  /** The deadline of one artefact, in milliseconds. */
  readonly timeout: number;
  /** The heap of the child process, in MiB. */
  readonly memory: number;
  /** Starts the child process. Default `startChild`. */
  readonly start?: StartChild;
}

/** Which revision to describe, and which one to compare it with. */
export interface ArtefactPlace {
  /** Default: the live revision. */
  readonly revision?: number;
  /** For a comparison: the earlier revision. */
  readonly before?: number;
  /** A design to describe it with, instead of its own; null for none. */
  readonly design?: string | null;
}

/** Texts about services, read from the store or generated once in a child process. */
export interface Artefacts {
  /**
   * Throws 404 if the service or a revision is gone, `DESCRIPTION_TOO_COMPLEX` if generating it takes more time or memory than a
   * registration may use, `OVERLOADED` and `TOO_MANY_JOBS` if too many jobs are waiting.
   */
  get(service: RegisteredService, request: ArtefactRequest, place?: ArtefactPlace): Promise<Artefact>;
}

export function createArtefacts(deps: ArtefactDependencies): Artefacts {
  const { store, slots } = deps;
  /** The artefacts that are being generated, by key, so that concurrent requests share one. */
  const making = new Map<string, Promise<Uint8Array>>();
  /**
   * Artefacts that could not be generated, so that repeated requests do not cause repeated attempts. Bounded, with the oldest evicted
   * first.
   */
  const failed = new Map<string, GatewayError>();

  async function find(service: RegisteredService, number: number) {
    const found = await store.services.findPackedModel(service.accountId, service.id, number);
    if (found === undefined) throw serviceNotFound();
    return found;
  }

  async function makeAndStore(
    service: RegisteredService,
    key: string,
    message: Omit<ToArtefactChild, 'cpu'>,
  ) {
    const { accountId, id } = service;
    let body: Uint8Array;
    try {
      body = await slots.run(accountId, () => makeInChild(message, deps));
    } catch (error) {
      if (error instanceof GatewayError && error.code === 'DESCRIPTION_TOO_COMPLEX') {
        failed.set(key, error);
        if (failed.size > MAX_FAILED) failed.delete(failed.keys().next().value!);
      }
      throw error;
    }
    await store.artefacts.put(accountId, id, [{ key, body }]);
    return body;
  }

  return {
    async get(service, request, { revision = service.revision, before, design: given } = {}) {
      const { accountId, id } = service;
      const operations = await store.services.findOperationSettings(accountId, id);
      const model = await find(service, revision);
      const design = given === undefined ? model.design : (given ?? undefined);
      const mapping: Mapping = mappingOf(service.settings, operations, design);
      const earlier = before === undefined ? undefined : await find(service, before);
      // A comparison of models depends on the design of the earlier one, too.
      const digests = [
        model.digest,
        ...(earlier === undefined
          ? []
          : [earlier.digest, ...(earlier.design === undefined ? [] : [earlier.design])]),
      ];
      const key = artefactKey(makerOf(), digests, mapping, request);
      const stored = await store.artefacts.find(accountId, id, key);
      if (stored !== undefined) return { key, text: await unpackText(stored) };
      const failure = failed.get(key);
      if (failure !== undefined) throw failure;
      const running =
        making.get(key) ??
        makeAndStore(service, key, {
          model: model.packed,
          before: earlier?.packed,
          beforeDesign: earlier?.design,
          mapping,
          request,
        }).finally(() => making.delete(key));
      making.set(key, running);
      return { key, text: await unpackText(await running) };
    },
  };
}

/**
 * Checks the design of a mapping against a model, in a child process. Throws `DESCRIPTION_TOO_COMPLEX` if it takes more time or memory than
 * a registration may use.
 */
export async function checkDesignOf(
  accountId: string,
  model: Uint8Array,
  mapping: Mapping,
  deps: Omit<ArtefactDependencies, 'store'>,
): Promise<DesignReport> {
  const body = await deps.slots.run(accountId, () =>
    makeInChild({ model, mapping, request: { kind: 'design' } }, deps),
  );
  return parseJson(await unpackText(body)) as unknown as DesignReport;
}

/** Shows what the design of a mapping does to one operation, in a child process. Throws what `checkDesignOf` throws. */
export async function designExampleOf(
  accountId: string,
  model: Uint8Array,
  mapping: Mapping,
  name: string,
  deps: Omit<ArtefactDependencies, 'store'>,
): Promise<DesignPreview> {
  const body = await deps.slots.run(accountId, () =>
    makeInChild({ model, mapping, request: { kind: 'design-example', name } }, deps),
  );
  return JSON.parse((await unpackText(body)).toString('utf8')) as DesignPreview;
}

/** The subjects of the comparison: two models, which need not be stored. See `ToArtefactChild`. */
interface ComparedModels extends Pick<ToArtefactChild, 'model' | 'before' | 'mapping'> {
  readonly request: Extract<ArtefactRequest, { kind: 'comparison' }>;
}

/** Compares two models in a child process. Throws what `checkDesignOf` throws. */
export async function compareModels(
  accountId: string,
  compared: ComparedModels,
  deps: Omit<ArtefactDependencies, 'store'>,
): Promise<Pick<ContractComparison, 'changes' | 'breaking'>> {
  const body = await deps.slots.run(accountId, () => makeInChild(compared, deps));
  return JSON.parse((await unpackText(body)).toString('utf8'));
}

const MAX_FAILED = 1_000;

let maker: string | undefined;

/**
 * Identifies the code that generates artefacts, so that another version generates them again. The entry file is enough, because it names
 * every chunk that the code loads.
 */
export function makerOf(): string {
  maker ??= createHash('sha256')
    .update(readFileSync(locateModule('owners/description/child')))
    .digest('base64url');
  return maker;
}

function makeInChild(
  message: Omit<ToArtefactChild, 'cpu'>,
  { timeout, memory, start = startChild }: Omit<ArtefactDependencies, 'store'>,
): Promise<Uint8Array> {
  const child = start('owners/description/child', [`--max-old-space-size=${memory}`]);
  return new Promise<Uint8Array>((resolve, reject) => {
    child.once('message', (said) => {
      const answer = said as FromArtefactChild;
      if (answer.kind === 'made') resolve(answer.body);
      else reject(tooComplex(`cannot be made: ${answer.message}`));
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      // V8 aborts a process that runs out of heap; the kernel kills one that runs out of memory.
      if (signal === CPU_EXCEEDED) reject(tooComplex(`takes more than ${timeout} ms of processor time`));
      else if (signal !== null || code === 134) reject(tooComplex(`takes more than ${memory} MiB of memory`));
      else reject(new Error(`the process that makes artefacts ended with code ${code}`));
    });
    child.send({ ...message, cpu: timeout });
  }).finally(() => child.kill());
}

function tooComplex(reason: string): GatewayError {
  return new GatewayError({
    ...withCode('DESCRIPTION_TOO_COMPLEX'),
    message: `The description of this service ${reason}; its operations can be called all the same`,
  });
}
