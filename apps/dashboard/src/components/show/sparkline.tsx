import classes from './sparkline.module.css';

const [WIDTH, HEIGHT] = [192, 32];

/**
 * Small bars, oldest first: `values`, with the part that `marks` counts in another colour. The text next to it says the same, so
 * screen readers skip it.
 */
export function Sparkline({
  values,
  marks,
}: {
  readonly values: readonly number[];
  readonly marks: readonly number[];
}) {
  const most = Math.max(1, ...values);
  const step = WIDTH / Math.max(1, values.length);
  const bar = (value: number, index: number, className: string | undefined, key: string) => {
    // A value above zero is always visible.
    const height = value === 0 ? 1 : Math.max(3, (value / most) * HEIGHT);
    return (
      <rect
        key={key}
        className={value === 0 ? classes['nothing'] : className}
        x={index * step + step * 0.15}
        y={HEIGHT - height}
        width={step * 0.7}
        height={height}
        rx={1}
      />
    );
  };
  return (
    <svg
      className={classes['chart']}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMinYMax meet"
      aria-hidden="true"
    >
      {values.map((value, index) => bar(value, index, classes['value'], `value ${index}`))}
      {marks.map((mark, index) => (mark === 0 ? null : bar(mark, index, classes['mark'], `mark ${index}`)))}
    </svg>
  );
}
