import type { ReactNode } from "react";
import classes from "./FormActions.module.css";

interface FormActionsProps {
  edge?: boolean;
  children: ReactNode;
}

export const FormActions = ({ edge = false, children }: FormActionsProps) => (
  <div className={classes.actions} data-edge={edge || undefined}>
    {children}
  </div>
);
