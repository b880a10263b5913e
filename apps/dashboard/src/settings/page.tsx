import { PageHeader } from '../components/page-header.js';

export function SettingsPage() {
  return <PageHeader title="Settings" />;
}
