import { PageHeader } from '../components/page-header.js';

export function SignUpPage() {
  return <PageHeader title="Sign up" />;
}
