/** The gateway's rules, checked before sending. The gateway checks them again. */

export const PASSWORD_LENGTH = { min: 12, max: 256 } as const;

/** The problem with an email address; null if there is none. */
export function checkEmail(email: string): string | null {
  if (email.trim() === '') return 'Enter your email address';
  return /^[^@\s]+@[^@\s]+$/.test(email.trim()) ? null : 'Enter an address like ada@example.com';
}

/** The problem with a new password; null if there is none. */
export function checkNewPassword(password: string): string | null {
  const { min, max } = PASSWORD_LENGTH;
  if (password.length < min) {
    return `Use at least ${min} characters`;
  }
  return password.length > max ? `Use at most ${max} characters` : null;
}
