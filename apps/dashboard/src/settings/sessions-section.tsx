import { Section } from '../components/section.js';

/** Where the person is signed in. */
export function SessionsSection() {
  return <Section title="Sessions" description="You are logged out after 30 minutes without a click." />;
}
