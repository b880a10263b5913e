/** Limits calls to three in any second and to five a day. */
import { createMemoryLimiter } from '@soapstone/rate-limiter';

const limiter = createMemoryLimiter({ windowMs: 1_000 });
const day = { kind: 'fixed', length: 86_400_000 } as const;

async function attempt(account: string): Promise<string> {
  const decision = await limiter.consume({ account, limits: { perWindow: 3, quota: 5 }, cycle: day });
  return decision.allowed ? `${decision.quota.remaining} left today` : `denied: ${decision.rule}`;
}

for (let call = 0; call < 4; call += 1) console.log(await attempt('ada'));
await new Promise((resolve) => setTimeout(resolve, 1_100));
for (let call = 0; call < 3; call += 1) console.log(await attempt('ada'));
