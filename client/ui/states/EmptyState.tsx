import type { ReactNode } from "react";
import classes from "./StateBox.module.css";

interface EmptyStateProps {
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  /** Line drawing as `<svg viewBox="0 0 112 64">`. */
  drawing?: ReactNode;
}

export function EmptyState({ title, text, action, drawing }: EmptyStateProps) {
  return (
    <div className={classes.box}>
      {drawing && (
        <span className={classes.drawing} aria-hidden>
          {drawing}
        </span>
      )}
      <strong className={classes.title}>{title}</strong>
      {text && <span className={classes.text}>{text}</span>}
      {action && <span className={classes.action}>{action}</span>}
    </div>
  );
}
