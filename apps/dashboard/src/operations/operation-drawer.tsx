import { Drawer, Stack, Text } from '@mantine/core';
import type { Operation, ServiceDetail } from '../api/services.js';
import { ButtonLink } from '../components/layout/links.js';
import { DeprecationForm } from '../deprecation/deprecation-form.js';
import { judgeCompatibility } from '../overview/compatibility.js';
import { FindingList } from '../overview/finding-list.js';
import { HoldNotice } from './hold-notice.js';
import classes from './operation-drawer.module.css';
import { OperationForm } from './operation-form.js';

/** The details of one operation in a drawer: documentation, methods and findings. */
export function OperationDrawer({
  service,
  operation,
  onClose,
}: {
  readonly service: ServiceDetail;
  readonly operation: Operation | undefined;
  readonly onClose: () => void;
}) {
  return (
    <Drawer
      opened={operation !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={<bdi>{operation?.name}</bdi>}
      classNames={{ title: classes['title'] ?? '' }}
    >
      {operation !== undefined && (
        <Stack gap="lg">
          <HoldNotice key={operation.name} serviceId={service.serviceId} operation={operation} />
          {operation.documentation !== null && (
            <Text className={classes['documentation'] ?? ''} dir="auto">
              {operation.documentation}
            </Text>
          )}
          <ButtonLink
            to="/services/$serviceId/try-it"
            params={{ serviceId: service.serviceId }}
            search={{ operation: operation.name }}
            variant="default"
          >
            Try it
          </ButtonLink>
          <OperationForm key={operation.name} service={service} operation={operation} onSaved={onClose} />
          <section>
            <h3 className={classes['heading']}>Deprecation</h3>
            <DeprecationForm key={operation.name} serviceId={service.serviceId} operation={operation.name} />
          </section>
          <Findings service={service} operation={operation} />
          <Facts operation={operation} />
        </Stack>
      )}
    </Drawer>
  );
}

function Findings({
  service,
  operation,
}: {
  readonly service: ServiceDetail;
  readonly operation: Operation;
}) {
  const { limits, notes } = judgeCompatibility({
    operations: [operation],
    diagnostics: service.diagnostics.filter((_, index) => operation.diagnostics.includes(index)),
  });
  const findings = [...limits, ...notes];
  if (findings.length === 0) return null;
  return (
    <section>
      <h3 className={classes['heading']}>Notes from the WSDL</h3>
      <FindingList findings={findings.map((finding) => ({ ...finding, operations: [] }))} />
    </section>
  );
}

function Facts({ operation }: { readonly operation: Operation }) {
  const { service, port, soapVersion, style, use, soapAction, oneWay } = operation;
  const facts = [
    ['Port', `${service} / ${port}`],
    ['SOAP', `${soapVersion}, ${style}/${use}`],
    ['SOAPAction', soapAction === '' ? 'empty' : soapAction],
    ...(oneWay ? [['Response', 'None (one-way operation)']] : []),
  ] as const;
  return (
    <section>
      <h3 className={classes['heading']}>SOAP details</h3>
      <dl className={classes['facts']}>
        {facts.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
