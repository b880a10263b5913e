import { PageHeader } from '../components/page-header.js';

export function ConnectionPage() {
  return <PageHeader title="Connection" />;
}
