import type { ReactNode } from "react";
import { useText } from "../../platform/intl/useText";
import classes from "./Optional.module.css";

/** The label of a field that may stay empty: that is marked, what is required isn't. */
export function Optional({ label }: { label: ReactNode }) {
  const text = useText();
  return (
    <>
      {label} <span className={classes.mark}>{text("ui.optional")}</span>
    </>
  );
}
