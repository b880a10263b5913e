import { PageHeader } from '../components/page-header.js';

export function LogInPage() {
  return <PageHeader title="Log in" />;
}
