import type { ComponentPropsWithRef } from "react";
import classes from "./Table.module.css";

/** A table that scrolls horizontally in its panel if it is wider. Its first column stays in view. */
export function Table({ className = "", ...table }: ComponentPropsWithRef<"table">) {
  return (
    <div className={classes.scroll}>
      <table {...table} className={`${classes.table} ${className}`} />
    </div>
  );
}
