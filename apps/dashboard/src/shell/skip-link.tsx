import classes from './skip-link.module.css';

/** The first thing that the Tab key reaches: past the navigation, to the page. */
export function SkipLink() {
  return (
    <a className={classes['link']} href="#main">
      Skip to content
    </a>
  );
}
