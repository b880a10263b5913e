import { answer, client } from './client.js';
import { IN_THE_BACKGROUND } from './jobs.js';
import type { paths } from './schema.js';

type Body = NonNullable<paths['/api/manage/services']['post']['requestBody']>['content']['application/json'];

/** What is used of the result of a registration: the service itself says the rest. */
export interface Registered {
  readonly serviceId: string;
}

/** Send the documents of a new service; the gateway goes on with them in the background. */
export async function beginRegistration(body: Body): Promise<{ readonly jobId: string }> {
  return jobOf(await answer(client.POST('/api/manage/services', { body, ...IN_THE_BACKGROUND })));
}

/** The gateway answers with a job, because it was asked to. */
export function jobOf(sent: object): { readonly jobId: string } {
  if (!('jobId' in sent) || typeof sent.jobId !== 'string')
    throw new Error('the gateway answered with no job');
  return { jobId: sent.jobId };
}
