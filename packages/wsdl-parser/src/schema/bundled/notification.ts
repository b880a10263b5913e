/**
 * OASIS WS-Notification 1.3 (`b-2`, `t-1`) and the two schemas of the WS-Resource Framework 1.2 (`bf-2`, `r-2`) that it refers to. Declared
 * here from the specifications, without their annotations: device services (ONVIF) import them, and networks often withhold them.
 *
 * @see https://docs.oasis-open.org/wsn/wsn-ws_base_notification-1.3-spec-os.pdf
 * @see https://docs.oasis-open.org/wsn/wsn-ws_topics-1.3-spec-os.pdf
 * @see https://docs.oasis-open.org/wsrf/wsrf-ws_base_faults-1.2-spec-os.pdf
 */
const ADDRESSING = 'http://www.w3.org/2005/08/addressing';
export const WSN_BASE = 'http://docs.oasis-open.org/wsn/b-2';
export const WSN_TOPICS = 'http://docs.oasis-open.org/wsn/t-1';
export const WSRF_FAULTS = 'http://docs.oasis-open.org/wsrf/bf-2';
export const WSRF_RESOURCE = 'http://docs.oasis-open.org/wsrf/r-2';

function schema(targetNamespace: string, imports: readonly string[], content: string): string {
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="${targetNamespace}" xmlns:wsa="${ADDRESSING}" xmlns:bf="${WSRF_FAULTS}" xmlns:wstop="${WSN_TOPICS}" targetNamespace="${targetNamespace}" elementFormDefault="qualified">${imports.map((each) => `<xs:import namespace="${each}"/>`).join('')}${content}</xs:schema>`;
}

const sequence = (content: string): string => `<xs:sequence>${content}</xs:sequence>`;
/** A wildcard for any number of elements, of other namespaces unless `namespace` says otherwise. */
const more = (namespace = '##other', process = 'lax'): string =>
  `<xs:any namespace="${namespace}" processContents="${process}" minOccurs="0" maxOccurs="unbounded"/>`;
const element = (name: string, type: string, attributes = ''): string =>
  `<xs:element name="${name}" type="${type}" ${attributes}/>`;
const ref = (name: string, attributes = 'minOccurs="0"'): string =>
  `<xs:element ref="${name}" ${attributes}/>`;
const type = (name: string, content: string, attributes = ''): string =>
  `<xs:complexType name="${name}" ${attributes}>${content}</xs:complexType>`;
const holder = (name: string, content: string, attributes = ''): string =>
  `<xs:element name="${name}" ${attributes}><xs:complexType>${content}</xs:complexType></xs:element>`;
const extension = (base: string, content = ''): string =>
  `<xs:complexContent><xs:extension base="${base}">${content}</xs:extension></xs:complexContent>`;
/** A message: its members, then elements of other namespaces. */
const message = (name: string, members = '', attributes = ''): string =>
  holder(name, `${sequence(members + more())}${attributes}`);
/** A fault and its type. */
const fault = (name: string, members = ''): string =>
  type(`${name}Type`, extension('bf:BaseFaultType', members === '' ? '' : sequence(members))) +
  element(name, `t:${name}Type`);

const OPTIONAL = 'minOccurs="0"';
const MANY = 'maxOccurs="unbounded"';
const EPR = 'wsa:EndpointReferenceType';
const QUERY = type(
  'QueryExpressionType',
  `${sequence('<xs:any minOccurs="0" processContents="lax"/>')}<xs:attribute name="Dialect" type="xs:anyURI" use="required"/>`,
  'mixed="true"',
);
const TIMES = element('MinimumTime', 'xs:dateTime') + element('MaximumTime', 'xs:dateTime', OPTIONAL);
const ANY_ATTRIBUTE = '<xs:anyAttribute/>';

/** WS-BaseNotification 1.3. */
export function notificationSchema(): string {
  const plainFaults = [
    'SubscribeCreationFailedFault',
    'TopicExpressionDialectUnknownFault',
    'InvalidTopicExpressionFault',
    'TopicNotSupportedFault',
    'MultipleTopicsSpecifiedFault',
    'InvalidProducerPropertiesExpressionFault',
    'InvalidMessageContentExpressionFault',
    'NotifyMessageNotSupportedFault',
    'NoCurrentMessageOnTopicFault',
    'UnableToGetMessagesFault',
    'UnableToDestroyPullPointFault',
    'UnableToCreatePullPointFault',
    'UnableToDestroySubscriptionFault',
    'PauseFailedFault',
    'ResumeFailedFault',
  ];
  return schema(
    WSN_BASE,
    [ADDRESSING, WSRF_FAULTS, WSN_TOPICS],
    [
      QUERY,
      type(
        'TopicExpressionType',
        `${sequence('<xs:any minOccurs="0" processContents="lax"/>')}<xs:attribute name="Dialect" type="xs:anyURI" use="required"/>${ANY_ATTRIBUTE}`,
        'mixed="true"',
      ),
      type('FilterType', sequence(more('##any', 'strict'))),
      type('SubscriptionPolicyType', sequence(more('##any'))),
      element('TopicExpression', 't:TopicExpressionType'),
      element('FixedTopicSet', 'xs:boolean', 'default="true"'),
      element('TopicExpressionDialect', 'xs:anyURI'),
      holder(
        'NotificationProducerRP',
        sequence(
          ref('t:TopicExpression', `${OPTIONAL} ${MANY}`) +
            ref('t:FixedTopicSet') +
            ref('t:TopicExpressionDialect', `${OPTIONAL} ${MANY}`) +
            ref('wstop:TopicSet'),
        ),
      ),
      element('ConsumerReference', EPR),
      element('Filter', 't:FilterType'),
      element('SubscriptionPolicy', 't:SubscriptionPolicyType'),
      element('CreationTime', 'xs:dateTime'),
      holder(
        'SubscriptionManagerRP',
        sequence(
          ref('t:ConsumerReference', '') +
            ref('t:Filter') +
            ref('t:SubscriptionPolicy') +
            ref('t:CreationTime'),
        ),
      ),
      element('SubscriptionReference', EPR),
      element('Topic', 't:TopicExpressionType'),
      element('ProducerReference', EPR),
      type(
        'NotificationMessageHolderType',
        sequence(
          ref('t:SubscriptionReference') +
            ref('t:Topic') +
            ref('t:ProducerReference') +
            holder('Message', sequence('<xs:any namespace="##any" processContents="lax"/>')),
        ),
      ),
      element('NotificationMessage', 't:NotificationMessageHolderType'),
      message('Notify', ref('t:NotificationMessage', MANY)),
      '<xs:simpleType name="AbsoluteOrRelativeTimeType"><xs:union memberTypes="xs:dateTime xs:duration"/></xs:simpleType>',
      element('CurrentTime', 'xs:dateTime'),
      element('TerminationTime', 'xs:dateTime', 'nillable="true"'),
      element('ProducerProperties', 't:QueryExpressionType'),
      element('MessageContent', 't:QueryExpressionType'),
      holder('UseRaw', ''),
      message(
        'Subscribe',
        element('ConsumerReference', EPR) +
          element('Filter', 't:FilterType', OPTIONAL) +
          element('InitialTerminationTime', 't:AbsoluteOrRelativeTimeType', `nillable="true" ${OPTIONAL}`) +
          holder('SubscriptionPolicy', sequence(more('##any')), OPTIONAL),
      ),
      message(
        'SubscribeResponse',
        element('SubscriptionReference', EPR) + ref('t:CurrentTime') + ref('t:TerminationTime'),
      ),
      message('GetCurrentMessage', element('Topic', 't:TopicExpressionType')),
      message('GetCurrentMessageResponse'),
      message('GetMessages', element('MaximumNumber', 'xs:nonNegativeInteger', OPTIONAL), ANY_ATTRIBUTE),
      message('GetMessagesResponse', ref('t:NotificationMessage', `${OPTIONAL} ${MANY}`), ANY_ATTRIBUTE),
      message('DestroyPullPoint', '', ANY_ATTRIBUTE),
      message('DestroyPullPointResponse', '', ANY_ATTRIBUTE),
      message('CreatePullPoint', '', ANY_ATTRIBUTE),
      message('CreatePullPointResponse', element('PullPoint', EPR), ANY_ATTRIBUTE),
      message('Renew', element('TerminationTime', 't:AbsoluteOrRelativeTimeType', 'nillable="true"')),
      message('RenewResponse', ref('t:TerminationTime', '') + ref('t:CurrentTime')),
      ...['Unsubscribe', 'PauseSubscription', 'ResumeSubscription'].flatMap((name) => [
        message(name),
        message(`${name}Response`),
      ]),
      ...plainFaults.map((name) => fault(name)),
      fault('InvalidFilterFault', element('UnknownFilter', 'xs:QName', MANY)),
      fault(
        'UnrecognizedPolicyRequestFault',
        element('UnrecognizedPolicy', 'xs:QName', `${OPTIONAL} ${MANY}`),
      ),
      fault('UnsupportedPolicyRequestFault', element('UnsupportedPolicy', 'xs:QName', `${OPTIONAL} ${MANY}`)),
      fault('UnacceptableInitialTerminationTimeFault', TIMES),
      fault('UnacceptableTerminationTimeFault', TIMES),
    ].join(''),
  );
}

const NAME = String.raw`[\i-[:]][\c-[:]]*`;
const STEP = String.raw`(${NAME}|\*)((/|//)((${NAME}:)?${NAME}|\*|[.]))*`;
const PATH = `(${NAME}:)?(//)?${STEP}`;

/** WS-Topics 1.3. */
export function topicsSchema(): string {
  const named = '<xs:attribute name="name" type="xs:NCName"';
  const final = '<xs:attribute name="final" type="xs:boolean" default="false"/>';
  const tokens = (name: string, pattern: string): string =>
    `<xs:simpleType name="${name}"><xs:restriction base="xs:token"><xs:pattern value="${pattern}"/></xs:restriction></xs:simpleType>`;
  return schema(
    WSN_TOPICS,
    [],
    [
      type('Documentation', sequence(more('##any')), 'mixed="true"'),
      type(
        'ExtensibleDocumented',
        `${sequence(element('documentation', 't:Documentation', OPTIONAL))}<xs:anyAttribute namespace="##other" processContents="lax"/>`,
        'abstract="true"',
      ),
      QUERY,
      type(
        'TopicNamespaceType',
        extension(
          't:ExtensibleDocumented',
          `${sequence(
            holder(
              'Topic',
              extension('t:TopicType', '<xs:attribute name="parent" type="t:ConcreteTopicExpression"/>'),
              `${OPTIONAL} ${MANY}`,
            ) + more(),
          )}${named}/><xs:attribute name="targetNamespace" type="xs:anyURI" use="required"/>${final}`,
        ),
      ),
      element('TopicNamespace', 't:TopicNamespaceType'),
      '<xs:attribute name="topicNamespaceLocation" type="xs:anyURI"/><xs:attribute name="topic" type="xs:boolean" default="false"/>',
      type(
        'TopicType',
        extension(
          't:ExtensibleDocumented',
          sequence(
            element('MessagePattern', 't:QueryExpressionType', OPTIONAL) +
              element('Topic', 't:TopicType', `${OPTIONAL} ${MANY}`) +
              more('##other', 'strict'),
          ) +
            `${named} use="required"/><xs:attribute name="messageTypes"><xs:simpleType><xs:list itemType="xs:QName"/></xs:simpleType></xs:attribute>${final}`,
        ),
      ),
      type('TopicSetType', extension('t:ExtensibleDocumented', sequence(more()))),
      element('TopicSet', 't:TopicSetType'),
      tokens('FullTopicExpression', String.raw`${PATH}(\|${PATH})*`),
      tokens('ConcreteTopicExpression', `((${NAME}:)?${NAME})(/(${NAME}:)?${NAME})*`),
      '<xs:simpleType name="SimpleTopicExpression"><xs:restriction base="xs:QName"/></xs:simpleType>',
    ].join(''),
  );
}

/** WS-BaseFaults 1.2. */
export function baseFaultsSchema(): string {
  return schema(
    WSRF_FAULTS,
    [ADDRESSING, 'http://www.w3.org/XML/1998/namespace'],
    [
      element('BaseFault', 't:BaseFaultType'),
      type(
        'BaseFaultType',
        `${sequence(
          more() +
            element('Timestamp', 'xs:dateTime') +
            element('Originator', EPR, OPTIONAL) +
            holder(
              'ErrorCode',
              '<xs:complexContent mixed="true"><xs:extension base="xs:anyType"><xs:attribute name="dialect" type="xs:anyURI" use="required"/></xs:extension></xs:complexContent>',
              OPTIONAL,
            ) +
            holder(
              'Description',
              '<xs:simpleContent><xs:extension base="xs:string"><xs:attribute ref="xml:lang"/></xs:extension></xs:simpleContent>',
              `${OPTIONAL} ${MANY}`,
            ) +
            holder('FaultCause', sequence('<xs:any namespace="##other" processContents="lax"/>'), OPTIONAL),
        )}<xs:anyAttribute namespace="##other" processContents="lax"/>`,
      ),
    ].join(''),
  );
}

/** WS-Resource 1.2. */
export function resourceSchema(): string {
  return schema(
    WSRF_RESOURCE,
    [WSRF_FAULTS],
    fault('ResourceUnknownFault') + fault('ResourceUnavailableFault'),
  );
}
