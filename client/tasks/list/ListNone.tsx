import classes from "./cells/ListCell.module.css";

/** There is nothing; the column's name says of what. */
export function None() {
  return (
    <span className={classes.none} aria-hidden>
      –
    </span>
  );
}
