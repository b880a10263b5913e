import { randomUUID } from 'node:crypto';
import type { ServiceModel } from '@soapstone/soap-model';
import { hideSecrets } from '../catalog/hide-secrets.js';
import type { RecordedMessage, Recording, RecordingRules } from '../domain/recording.js';
import { labelActivity } from '../log/activity.js';
import type { Job, JobValues } from '../mapping/messages.js';
import { JobFailure, type MappingThread } from '../mapping/thread-jobs.js';
import { hideInMessage } from './recorded-message.js';
import type { Target } from './resolve.js';

/** The operation that a job is done for. */
export type RecordingPlace = Pick<Target, 'service'> & {
  readonly operation: { readonly info: { readonly name: string } };
};

type RecordingJobKind = Extract<Job, { readonly contract: string }>['kind'];

/** Runs a job about the recordings of a service; `contract` is the one of the operation if the job names none. */
export type RunRecordingJob = <Kind extends RecordingJobKind>(
  place: RecordingPlace,
  job: Omit<Extract<Job, { kind: Kind }>, 'target' | 'contract'> & { readonly contract?: string },
) => Promise<JobValues[Kind]>;

/** Runs the jobs in the mapping thread, where accounts take turns. */
export function runRecordingJobs(thread: MappingThread): RunRecordingJob {
  return async (place, job) => {
    const { accountId, id: serviceId } = place.service.service;
    const { key, source } = place.service.threadMapper;
    const operation = place.operation.info.name;
    const target = { mapper: key, operation };
    const whole = { contract: contractOf(place), ...job, target } as never;
    const activity = labelActivity({ accountId, serviceId, operation });
    const done = await thread.run({ accountId, activity }, () => ({ job: whole }), source);
    if (done instanceof JobFailure) throw done.error;
    return done.value as never;
  };
}

/** The local name of the WSDL service that has an operation. */
export function contractOf({ service, operation }: RecordingPlace): string {
  const { model } = service.mapper;
  const exposed = model.exposed.find(({ name }) => name === operation.info.name);
  return model.services[exposed?.service ?? 0]?.name.localName ?? '';
}

/**
 * The name that clients call for an operation of one WSDL service, whose name among the operations of that service may be shorter
 * (OP-3). Undefined if the service does not publish it.
 */
export function publishedName(
  { exposed, services }: Pick<ServiceModel, 'exposed' | 'services'>,
  contract: string,
  operation: string,
): string | undefined {
  const names = exposed
    .filter(({ service }) => services[service]?.name.localName === contract)
    .map(({ name }) => name);
  return names.find((name) => name === operation) ?? names.find((name) => name.endsWith(`::${operation}`));
}

/** A call that shall be recorded. */
export interface RecordedCall {
  readonly contract: string;
  readonly request: RecordedMessage;
  readonly response: Recording['response'];
  readonly rules?: RecordingRules | undefined;
}

/** A recording without its time and the name that clients call; undefined if nobody can tell where its secrets are. */
export async function prepareRecording(
  place: RecordingPlace,
  { contract, request, response, rules }: RecordedCall,
  run: RunRecordingJob,
): Promise<Omit<Recording, 'at'> | undefined> {
  const { secrets, service } = place.service;
  const hasSecrets = secrets.credentials !== undefined || secrets.headers !== undefined;
  const hide = (text: string) => hideSecrets(text, secrets);
  // A client does not know the secrets of the owner, but an uploaded request may be one of the owner.
  const [sent, received] = hasSecrets
    ? [await hideInMessage(request, hide), await hideInMessage(response, hide)]
    : [request, response];
  if (sent === undefined || received === undefined) return undefined;
  const job = { kind: 'record', contract, request: sent, response: received, rules } as const;
  const found = await run<'record'>(place, job);
  if (found === undefined) return undefined;
  return {
    ...found,
    id: randomUUID(),
    accountId: service.accountId,
    serviceId: service.id,
    contract,
    ...(rules !== undefined && { rules }),
  };
}
