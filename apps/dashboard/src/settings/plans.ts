/** What the plans of the specification give, as the page compares them. The account itself says what is in force. */
export interface PlanOffer {
  readonly name: 'Free' | 'Starter' | 'Pro';
  readonly callsPerPeriod: number;
  readonly callsPerMinute: number;
  /** null = as many as you like. */
  readonly services: number | null;
  /** Interface description (OpenAPI), and calls with GET. */
  readonly paid: boolean;
}

export const PLANS: readonly PlanOffer[] = [
  { name: 'Free', callsPerPeriod: 1_000, callsPerMinute: 60, services: 3, paid: false },
  { name: 'Starter', callsPerPeriod: 50_000, callsPerMinute: 600, services: 25, paid: true },
  { name: 'Pro', callsPerPeriod: 1_000_000, callsPerMinute: 6_000, services: null, paid: true },
];
