import { Alert } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import type { ServiceDetail } from '../api/services.js';
import { TextLink } from '../components/layout/links.js';
import { callsService } from './answers.js';

/** Says why calls of a service would fail, and where to change its endpoint. Renders nothing if they would not. */
export function EndpointNotice({
  service: { serviceId, endpointProblem, settings },
}: {
  readonly service: ServiceDetail;
}) {
  if (endpointProblem === null || !callsService(settings.answers)) return null;
  return (
    <Alert
      color="red"
      icon={<IconPlugConnectedX aria-hidden />}
      title="The gateway can’t call this service yet"
      role="status"
    >
      {endpointProblem}. You can change the endpoint under{' '}
      <TextLink to="/services/$serviceId/connection" params={{ serviceId }}>
        Connection
      </TextLink>
      .
    </Alert>
  );
}
