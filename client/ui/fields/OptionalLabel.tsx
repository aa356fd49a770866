import type { ReactNode } from "react";
import { useText } from "../../platform/intl/useText";
import classes from "./OptionalLabel.module.css";

export function OptionalLabel({ label }: { label: ReactNode }) {
  const text = useText();
  return (
    <>
      {label} <span className={classes.mark}>{text("ui.optional")}</span>
    </>
  );
}
