import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { callsService } from '../service/answers.js';
import { useShownService } from '../service/use-shown-service.js';
import { CallSection } from './call-section.js';
import { missingFiles } from './compatibility.js';
import { CompatibilitySection } from './compatibility-section.js';
import { DownloadSection } from './download-section.js';
import { MissingFiles } from './missing-files.js';
import { NextSteps } from './next-steps.js';
import { PortSection } from './port-section.js';

const route = getRouteApi('/owner/services/$serviceId/');

/** The overview of a service: how to call it, how well it is supported, and its downloads. */
export function OverviewPage() {
  const service = useShownService('Overview');
  const { registered } = route.useSearch();
  const missing = missingFiles(service.diagnostics);
  const isReady = service.endpointProblem === null || !callsService(service.settings.answers);
  return (
    <Stack gap="lg">
      {missing.length > 0 && <MissingFiles service={service} files={missing} />}
      {missing.length === 0 && registered && isReady && <NextSteps service={service} />}
      <CallSection service={service} />
      <CompatibilitySection service={service} />
      {service.ports.length > 1 && <PortSection service={service} />}
      <DownloadSection service={service} />
    </Stack>
  );
}
