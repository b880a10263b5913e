/** The choices of how much of a response's wrapper to omit (UW-7), in words for an owner. */
export const UNWRAP_CHOICES = [
  { value: 'record', label: 'Record: unwrap a single object' },
  { value: 'payload', label: 'Payload: the content of the response element' },
  { value: 'none', label: 'Full: keep the response element' },
];
