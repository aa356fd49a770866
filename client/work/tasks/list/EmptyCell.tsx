import classes from "./cells/ListCell.module.css";

export function EmptyCell() {
  return (
    <span className={classes.none} aria-hidden>
      –
    </span>
  );
}
