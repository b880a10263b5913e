import { PageHeader } from '../components/page-header.js';

export function RevisionsPage() {
  return <PageHeader title="Revisions" />;
}
