import type { ComponentPropsWithRef } from "react";
import classes from "./Table.module.css";

export function Table({ className = "", ...table }: ComponentPropsWithRef<"table">) {
  return <table {...table} className={`${classes.table} ${className}`} />;
}
