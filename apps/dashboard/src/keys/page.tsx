import { PageHeader } from '../components/page-header.js';

export function KeysPage() {
  return <PageHeader title="API keys" />;
}
