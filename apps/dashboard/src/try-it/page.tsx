import { PageHeader } from '../components/page-header.js';

export function TryItPage() {
  return <PageHeader title="Try it" />;
}
