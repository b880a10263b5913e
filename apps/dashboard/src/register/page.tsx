import { PageHeader } from '../components/page-header.js';

export function RegisterPage() {
  return <PageHeader title="Register a service" />;
}
