import { randomUUID } from 'node:crypto';
import type { ServiceModel } from '@soapstone/soap-model';
import { hideSecrets } from '../../credentials/hide-secrets.js';
import type { RecordedMessage, Recording, RecordingRules } from '../../domain/calls/recording.js';
import { labelActivity, markActivity } from '../../log/activity.js';
import type { Target } from '../catalog/resolve.js';
import type { Job, JobValues } from '../mapping/messages.js';
import { JobFailure, type MappingThread } from '../mapping/thread-jobs.js';
import { hideInMessage } from './recorded-message.js';

/** The operation for which a job is done. */
export type RecordingPlace = Pick<Target, 'service'> & {
  readonly operation: { readonly info: { readonly name: string } };
};

type RecordingJobKind = Extract<Job, { readonly contract: string }>['kind'];

/** Runs a job about the recordings of a service. `contract` defaults to that of the operation. */
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
    markActivity(activity);
    if (done instanceof JobFailure) throw done.error;
    return done.value as never;
  };
}

/** Returns the local name of the WSDL service to which an operation belongs. */
export function contractOf({ service, operation }: RecordingPlace): string {
  const { model } = service.mapper;
  const exposed = model.exposed.find(({ name }) => name === operation.info.name);
  return model.services[exposed?.service ?? 0]?.name.localName ?? '';
}

/**
 * Returns the name under which clients call an operation of a WSDL service, which may be longer than its name within that service (OP-3).
 * Undefined if the operation is not published.
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

/** A call to record. */
export interface RecordedCall {
  readonly contract: string;
  readonly request: RecordedMessage;
  readonly response: Recording['response'];
  readonly rules?: RecordingRules | undefined;
}

/** Prepares a recording without its time and published name; undefined if its secrets cannot be located. */
export async function prepareRecording(
  place: RecordingPlace,
  { contract, request, response, rules }: RecordedCall,
  run: RunRecordingJob,
): Promise<Omit<Recording, 'at'> | undefined> {
  const { secrets, service } = place.service;
  const hasSecrets = Object.keys(secrets).length > 0;
  const hide = (text: string) => hideSecrets(text, secrets);
  // Requests are redacted too: a client does not know the owner's secrets, but an uploaded request may come from the owner.
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
