import classes from "./TruncatedName.module.css";

/**
 * A name on one line, truncated at its own end. It has its own direction but follows the page's alignment: in Arabic "Website relaunch" is
 * right-aligned and still loses its last words.
 */
export function TruncatedName({ children }: { children: string }) {
  return <bdi className={classes.clip}>{children}</bdi>;
}
