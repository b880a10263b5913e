import { PageHeader } from '../components/page-header.js';

export function OperationsPage() {
  return <PageHeader title="Operations" />;
}
