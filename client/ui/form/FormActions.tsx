import type { ReactNode } from "react";
import classes from "./FormActions.module.css";

interface FormActionsProps {
  /** Below the whole screen rather than within its edges. */
  edge?: boolean;
  children: ReactNode;
}

/** What ends a long form or leads on in it; on a phone it stays in sight. */
export const FormActions = ({ edge = false, children }: FormActionsProps) => (
  <div className={classes.actions} data-edge={edge || undefined}>
    {children}
  </div>
);
