import { PageHeader } from '../components/page-header.js';

export function ServicesPage() {
  return <PageHeader title="Services" />;
}
