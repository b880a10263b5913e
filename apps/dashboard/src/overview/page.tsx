import { PageHeader } from '../components/page-header.js';

export function OverviewPage() {
  return <PageHeader title="Overview" />;
}
