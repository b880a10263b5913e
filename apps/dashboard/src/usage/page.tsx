import { PageHeader } from '../components/page-header.js';

export function UsagePage() {
  return <PageHeader title="Usage" />;
}
