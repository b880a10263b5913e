const STORED = 'soapstone-first-steps-hidden';

/** Whether this browser does not show the first steps of an account, because they are done or its owner has hidden them. */
export function isHidden(accountId: string): boolean {
  return readHidden().includes(accountId);
}

/** Hides the first steps of an account in this browser. */
export function hideSteps(accountId: string): void {
  try {
    // The newest 20: a browser of an administrator may see many accounts.
    const accounts = [accountId, ...readHidden().filter((other) => other !== accountId)].slice(0, 20);
    localStorage.setItem(STORED, accounts.join(' '));
  } catch {
    // The browser allows no storage: they are shown again.
  }
}

function readHidden(): string[] {
  try {
    return (localStorage.getItem(STORED) ?? '').split(' ').filter(Boolean);
  } catch {
    return [];
  }
}
