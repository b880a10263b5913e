/** How much of the wrapper around an answer is left out (UW-7), in words for an owner. */
export const UNWRAP_CHOICES = [
  { value: 'record', label: 'The record itself: no wrapper around a single object' },
  { value: 'payload', label: 'What is inside the response element' },
  { value: 'none', label: 'Everything, with the response element' },
];
