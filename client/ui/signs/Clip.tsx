import classes from "./Clip.module.css";

/**
 * A name on one line, cut at its own end. It brings its own direction and is placed by that of the page: "Website
 * relaunch" begins at the right in Arabic, and loses its last words there, not its first.
 */
export function Clip({ children }: { children: string }) {
  return <bdi className={classes.clip}>{children}</bdi>;
}
