import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "../bookings.module.css";

export function BookingWarning({ children }: { children: ReactNode }) {
  return (
    <p className={classes.warning} role="status">
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      <span>{children}</span>
    </p>
  );
}
