import { PageHeader } from '../components/page-header.js';

export function ApiReferencePage() {
  return <PageHeader title="API reference" />;
}
