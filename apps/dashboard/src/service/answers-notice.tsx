import { Alert } from '@mantine/core';
import { IconPlayerRecord } from '@tabler/icons-react';
import type { ServiceDetail } from '../api/services.js';
import { TextLink } from '../components/layout/links.js';
import { ANSWERS } from './answers.js';

/** Says on every page of a service that it is not live. Renders nothing if it is. */
export function AnswersNotice({ service: { serviceId, settings } }: { readonly service: ServiceDetail }) {
  const { answers } = settings;
  if (answers === 'live') return null;
  const { badge, banner } = ANSWERS[answers];
  return (
    <Alert
      color="yellow"
      icon={<IconPlayerRecord aria-hidden />}
      title={`This service is not live: ${badge}`}
    >
      {banner} Switch it under{' '}
      <TextLink to="/services/$serviceId/recordings" params={{ serviceId }}>
        Recordings
      </TextLink>
      .
    </Alert>
  );
}
