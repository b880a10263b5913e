import { useElementSize } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './chart.module.css';
import { labelledOf, linePath, ticksOf } from './chart-scale.js';

/** A series of a chart: bars from 0, or a line. */
export interface Series {
  readonly name: string;
  readonly shape: 'bar' | 'line';
  /** The name of a colour in the style sheet. */
  readonly color: 'calls' | 'failed' | 'first' | 'second' | 'third';
  /** One per point; null if there is no value. */
  readonly values: readonly (number | null)[];
}

const HEIGHT = 200;
const [LEFT, RIGHT, TOP, BOTTOM] = [68, 8, 8, 24];
/** The width of a label below the axis, in pixels, with the space around it. */
const LABEL = 84;

/**
 * A chart of bars or lines over time. Bars at the same point overlap, so each series must be a part of the previous one. A table with
 * the same numbers, without points that have no value, is for people who cannot see the chart.
 */
export function Chart({
  caption,
  points,
  series,
  format,
}: {
  readonly caption: string;
  /** `short` appears below the axis, `long` in the table and at the pointer. */
  readonly points: readonly { readonly short: string; readonly long: string }[];
  readonly series: readonly Series[];
  readonly format: (value: number) => string;
}) {
  const { ref, width } = useElementSize();
  const textOf = (index: number) =>
    series.flatMap(({ name, values }) => {
      const value = values[index] ?? null;
      return value === null ? [] : [`${name}: ${format(value)}`];
    });
  return (
    <div>
      <div ref={ref} className={classes['chart']} aria-hidden="true">
        {width > LEFT + RIGHT && (
          <Drawing width={width} points={points} series={series} format={format} textOf={textOf} />
        )}
      </div>
      <ul className={classes['legend']} aria-hidden="true">
        {series.map(({ name, color, shape }) => (
          <li key={name} data-color={color} data-shape={shape}>
            {name}
          </li>
        ))}
      </ul>
      <div className={classes['numbers']}>
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <td />
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map(({ long }, index) => {
              const values = series.map(({ values: all }) => all[index] ?? null);
              if (values.every((value) => value === null || value === 0)) return null;
              return (
                <tr key={long}>
                  <th scope="row">{long}</th>
                  {values.map((value, column) => (
                    <td key={series[column]?.name}>{value === null ? '–' : format(value)}</td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function Drawing({
  width,
  points,
  series,
  format,
  textOf,
}: {
  readonly width: number;
  readonly points: readonly { readonly short: string; readonly long: string }[];
  readonly series: readonly Series[];
  readonly format: (value: number) => string;
  readonly textOf: (index: number) => readonly string[];
}): ReactNode {
  const ticks = ticksOf(Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0))));
  const most = ticks.at(-1) ?? 1;
  const step = (width - LEFT - RIGHT) / Math.max(1, points.length);
  const xOf = (index: number) => LEFT + (index + 0.5) * step;
  const yOf = (value: number) => TOP + (1 - value / most) * (HEIGHT - TOP - BOTTOM);
  const bar = Math.min(36, step * 0.7);
  return (
    <svg width={width} height={HEIGHT} role="presentation">
      {ticks.map((tick) => (
        <g key={tick}>
          <line className={classes['grid']} x1={LEFT} x2={width - RIGHT} y1={yOf(tick)} y2={yOf(tick)} />
          <text className={classes['label']} x={LEFT - 8} y={yOf(tick)} dy="0.35em" textAnchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
      {labelledOf(points.length, (width - LEFT - RIGHT) / LABEL).map((index) => (
        <text
          key={index}
          className={classes['label']}
          x={xOf(index)}
          y={HEIGHT - 6}
          textAnchor={index === 0 ? 'start' : 'middle'}
        >
          {points[index]?.short}
        </text>
      ))}
      {series.map(({ name, shape, color, values }) =>
        shape === 'line' ? (
          <path key={name} className={classes['line']} data-color={color} d={linePath(values, xOf, yOf)} />
        ) : (
          values.map((value, index) => {
            if (value === null || value === 0) return null;
            // A value above zero is always visible.
            const height = Math.max(2, yOf(0) - yOf(value));
            return (
              <rect
                key={`${name} ${points[index]?.long}`}
                className={classes['bar']}
                data-color={color}
                x={xOf(index) - bar / 2}
                y={yOf(0) - height}
                width={bar}
                height={height}
              />
            );
          })
        ),
      )}
      {points.map(({ long }, index) => (
        <rect
          key={long}
          className={classes['hit']}
          x={LEFT + index * step}
          y={TOP}
          width={step}
          height={HEIGHT - TOP - BOTTOM}
        >
          <title>{[long, ...textOf(index)].join('\n')}</title>
        </rect>
      ))}
    </svg>
  );
}
