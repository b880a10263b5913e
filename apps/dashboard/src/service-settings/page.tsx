import { PageHeader } from '../components/page-header.js';

export function ServiceSettingsPage() {
  return <PageHeader title="Settings" />;
}
