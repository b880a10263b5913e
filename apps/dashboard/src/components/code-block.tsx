import classes from './code-block.module.css';
import { CopyButton } from './copy-button.js';

/** Text of a program or a message, with a button that copies it. `label` says what it is. */
export function CodeBlock({ code, label }: { readonly code: string; readonly label: string }) {
  return (
    <div className={classes['block']}>
      <div className={classes['copy']}>
        <CopyButton value={code} what={label} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={classes['code']} tabIndex={0} aria-label={label}>
        <pre>{code}</pre>
      </section>
    </div>
  );
}
