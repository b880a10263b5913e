import { Select } from '@mantine/core';

/** Chooses one of a few time spans. */
export function SpanSelect({
  spans,
  unit,
  value,
  onChange,
}: {
  readonly spans: readonly number[];
  readonly unit: 'days' | 'hours';
  readonly value: number;
  readonly onChange: (value: number) => void;
}) {
  return (
    <Select
      aria-label={unit === 'days' ? 'Days' : 'Hours'}
      size="xs"
      w={110}
      allowDeselect={false}
      data={spans.map((span) => ({ value: String(span), label: labelOf(span, unit) }))}
      value={String(value)}
      onChange={(chosen) => {
        if (chosen !== null) onChange(Number(chosen));
      }}
    />
  );
}

const labelOf = (span: number, unit: 'days' | 'hours') =>
  unit === 'hours' && span === 168 ? '7 days' : `${span} ${unit}`;
