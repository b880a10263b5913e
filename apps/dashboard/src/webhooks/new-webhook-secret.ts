/** The details of the secret of a webhook, which is never shown again; `value` is undefined until it is created. */
export function newWebhookSecret(value: string | undefined) {
  return {
    value,
    what: 'secret',
    title: 'Copy the signing secret',
    note: 'Your receiver verifies with it that an event comes from this gateway.',
  };
}
