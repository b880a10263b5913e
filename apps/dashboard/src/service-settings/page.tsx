import { Stack } from '@mantine/core';
import { Section } from '../components/layout/section.js';
import { DeprecationForm } from '../deprecation/deprecation-form.js';
import { useShownService } from '../service/use-shown-service.js';
import { BehaviourSection } from './behaviour-section.js';
import { BrowserSection } from './browser-section.js';
import { DangerSection } from './danger-section.js';
import { NameSection } from './name-section.js';
import { PageSection } from './page-section.js';
import { RecordingSection } from './recording-section.js';
import { StatusSection } from './status-section.js';
import { WatchSection } from './watch-section.js';

/** The settings of a whole service. */
export function ServiceSettingsPage() {
  const service = useShownService('Settings');
  return (
    <Stack gap="lg">
      <NameSection service={service} />
      <BehaviourSection service={service} />
      <WatchSection service={service} />
      <PageSection service={service} />
      <BrowserSection service={service} />
      <RecordingSection service={service} />
      <Section
        title="Deprecation"
        description="Announce the end of this API. To deprecate one operation, use Operations."
      >
        <DeprecationForm serviceId={service.serviceId} />
      </Section>
      <StatusSection service={service} />
      <DangerSection service={service} />
    </Stack>
  );
}
