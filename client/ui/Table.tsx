import type { ComponentPropsWithRef } from "react";
import classes from "./Table.module.css";

/** Rows of figures and names as they look everywhere; a class of the screen's own says what is different there. */
export function Table({ className = "", ...table }: ComponentPropsWithRef<"table">) {
  return <table {...table} className={`${classes.table} ${className}`} />;
}
