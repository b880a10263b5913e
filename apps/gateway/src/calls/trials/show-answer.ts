import type { TransportError } from '@soapstone/soap-transport';
import { describeAnswer, printAnswer, type ReceivedAnswer } from '@soapstone/soap-transport/internal/answer';
import { hideSecrets } from '../../credentials/hide-secrets.js';
import type { ServiceSecrets } from '../../credentials/service-secrets.js';
import type { UnusableAnswer } from '../../services/trial.js';

/** Shows an answer to the owner, without secrets. Null for one that may be a SOAP message. */
export function showAnswer(answer: ReceivedAnswer, secrets: ServiceSecrets): UnusableAnswer | null {
  const said = describeAnswer(answer);
  if (said === undefined && answer.status < 400) return null;
  const hide = (text: string): string => hideSecrets(text, secrets);
  return { description: hide(said?.full ?? `HTTP ${answer.status}`), ...printAnswer(answer, hide) };
}

/** The message of a failed exchange for the owner: with the target of a redirect and the like, without secrets. */
export function messageForOwner({ message, answer }: TransportError, secrets: ServiceSecrets): string {
  const said = answer === undefined ? undefined : describeAnswer(answer);
  return hideSecrets(said === undefined ? message : message.replace(said.short, () => said.full), secrets);
}
