import { WSDL11 } from '@soapstone/soap-model/namespaces';
import { WSN_BASE, WSRF_RESOURCE } from './notification.js';

/**
 * The abstract WSDLs of WS-BaseNotification 1.3 (`bw-2`) and WS-Resource 1.2 (`rw-2`), declared here from the specifications. The event
 * services of devices bind their portTypes.
 */
const MESSAGES = 'http://docs.oasis-open.org/wsn/bw-2';
const RESOURCE = 'http://docs.oasis-open.org/wsrf/rw-2';

function definitions(targetNamespace: string, elements: string, content: string): string {
  return `<definitions xmlns="${WSDL11}" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="${targetNamespace}" xmlns:r="${RESOURCE}" xmlns:e="${elements}" targetNamespace="${targetNamespace}">
<types><xs:schema><xs:import namespace="${elements}"/></xs:schema></types>
${content}</definitions>`;
}

/** A message with one part of its own name. */
const message = (name: string, element = name): string =>
  `<message name="${name}"><part name="${name}" element="e:${element}"/></message>`;

function operation(name: string, faults: readonly string[], isNamed: boolean): string {
  const attribute = (suffix: string): string => (isNamed ? ` name="${name}${suffix}"` : '');
  const shown = faults.map((fault) => `<fault name="${fault}" message="t:${fault}"/>`).join('');
  const unknown =
    name === 'CreatePullPoint' ? '' : '<fault name="ResourceUnknownFault" message="r:ResourceUnknownFault"/>';
  return `<operation name="${name}"><input${attribute('Request')} message="t:${name}Request"/><output${attribute('Response')} message="t:${name}Response"/>${unknown}${shown}</operation>`;
}

/** The faults of each operation, in the order of the specification. */
const FAULTS: Readonly<Record<string, readonly string[]>> = {
  Subscribe: [
    'InvalidFilterFault',
    'TopicExpressionDialectUnknownFault',
    'InvalidTopicExpressionFault',
    'TopicNotSupportedFault',
    'InvalidProducerPropertiesExpressionFault',
    'InvalidMessageContentExpressionFault',
    'UnacceptableInitialTerminationTimeFault',
    'UnrecognizedPolicyRequestFault',
    'UnsupportedPolicyRequestFault',
    'NotifyMessageNotSupportedFault',
    'SubscribeCreationFailedFault',
  ],
  GetCurrentMessage: [
    'TopicExpressionDialectUnknownFault',
    'InvalidTopicExpressionFault',
    'TopicNotSupportedFault',
    'NoCurrentMessageOnTopicFault',
    'MultipleTopicsSpecifiedFault',
  ],
  GetMessages: ['UnableToGetMessagesFault'],
  DestroyPullPoint: ['UnableToDestroyPullPointFault'],
  CreatePullPoint: ['UnableToCreatePullPointFault'],
  Renew: ['UnacceptableTerminationTimeFault'],
  Unsubscribe: ['UnableToDestroySubscriptionFault'],
  PauseSubscription: ['PauseFailedFault'],
  ResumeSubscription: ['ResumeFailedFault'],
};
/** The operations whose input and output have names. */
const NAMED: ReadonlySet<string> = new Set([
  'GetMessages',
  'DestroyPullPoint',
  'CreatePullPoint',
  'Renew',
  'Unsubscribe',
]);
const PORT_TYPES: Readonly<Record<string, readonly string[]>> = {
  NotificationConsumer: ['Notify'],
  NotificationProducer: ['Subscribe', 'GetCurrentMessage'],
  PullPoint: ['GetMessages', 'DestroyPullPoint', 'Notify'],
  CreatePullPoint: ['CreatePullPoint'],
  SubscriptionManager: ['Renew', 'Unsubscribe'],
  PausableSubscriptionManager: ['Renew', 'Unsubscribe', 'PauseSubscription', 'ResumeSubscription'],
};
const NOTIFY = '<operation name="Notify"><input message="t:Notify"/></operation>';

function notificationWsdl(): string {
  const operations = Object.keys(FAULTS);
  const faults = new Set(Object.values(FAULTS).flat());
  return definitions(
    MESSAGES,
    WSN_BASE,
    [
      `<import namespace="${RESOURCE}" location="${RESOURCE}.wsdl"/>`,
      message('Notify'),
      ...operations.flatMap((name) => [message(`${name}Request`, name), message(`${name}Response`)]),
      ...[...faults].map((name) => message(name)),
      ...Object.entries(PORT_TYPES).map(([name, members]) => {
        const content = members.map((each) =>
          each === 'Notify' ? NOTIFY : operation(each, FAULTS[each] ?? [], NAMED.has(each)),
        );
        return `<portType name="${name}">${content.join('')}</portType>`;
      }),
    ].join(''),
  );
}

function resourceWsdl(): string {
  return definitions(
    RESOURCE,
    WSRF_RESOURCE,
    message('ResourceUnknownFault') + message('ResourceUnavailableFault'),
  );
}

const DOCUMENTS: ReadonlyMap<string, () => string> = new Map([
  [`${MESSAGES}.wsdl`, notificationWsdl],
  [`${RESOURCE}.wsdl`, resourceWsdl],
]);

/** The text of the bundled WSDL whose owner publishes it at `uri`; `undefined` for any other address. */
export function bundledWsdl(uri: string): string | undefined {
  return DOCUMENTS.get(uri.replace(/^https:/, 'http:'))?.();
}
