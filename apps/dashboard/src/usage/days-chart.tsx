import { Box, useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatPlural } from '../components/format.js';
import classes from './days-chart.module.css';

interface Day {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly calls: number;
  readonly failures: number;
}

const HEIGHT = 220;

/** A bar chart of calls and failures. A table beside it has the same numbers for people who cannot see it. */
export function DaysChart({ days }: { readonly days: readonly Day[] }) {
  const place = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const chart = new uPlot(optionsOf(element, scheme), dataOf(days), element);
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [days, scheme]);
  return (
    <Box>
      <div ref={place} className={classes['chart']} aria-hidden="true" />
      <table className={classes['table']}>
        <caption>Calls per day</caption>
        <tbody>
          {days
            .filter(({ calls }) => calls > 0)
            .map(({ day, calls, failures }) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                <td>{formatPlural(calls, 'call')}</td>
                <td>{formatPlural(failures, 'failure')}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </Box>
  );
}

function dataOf(days: readonly Day[]): uPlot.AlignedData {
  return [
    days.map(({ day }) => Date.parse(`${day}T00:00:00Z`) / 1000),
    days.map(({ calls }) => calls),
    days.map(({ failures }) => failures),
  ];
}

/** The current colours of the theme: a canvas cannot use CSS variables. */
function optionsOf(element: HTMLElement, scheme: 'light' | 'dark'): uPlot.Options {
  const style = getComputedStyle(element);
  const text = style.getPropertyValue('--mantine-color-dimmed').trim();
  const grid = { stroke: style.getPropertyValue('--soapstone-line').trim(), width: 1 };
  const bars = uPlot.paths.bars?.({ size: [0.6, 40], radius: 0.15 });
  const series = (label: string, fill: string): uPlot.Series => ({
    label,
    fill,
    // A zero bar would look like a line.
    stroke: fill,
    width: 0,
    points: { show: false },
    ...(bars === undefined ? {} : { paths: bars }),
  });
  const font = `12px ${style.fontFamily}`;
  return {
    width: element.clientWidth,
    height: HEIGHT,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    legend: { live: false },
    cursor: { show: false },
    scales: { y: { range: (_chart, _min, max) => [0, Math.max(5, max * 1.1)] } },
    series: [
      {},
      series('Calls', scheme === 'dark' ? '#1aab8c' : '#0d7d67'),
      series('Failed', scheme === 'dark' ? '#ff8787' : '#c92a2a'),
    ],
    axes: [
      { stroke: text, font, grid: { show: false }, ticks: grid },
      { stroke: text, font, grid, ticks: grid, size: 56 },
    ],
  };
}
