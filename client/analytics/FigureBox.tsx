import { UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import type { Figure } from "../../shared/analytics/project-analytics.contract";
import { useText } from "../platform/intl/useText";
import classes from "./analytics.module.css";
import { Means } from "./Means";
import { useAnalyticsView } from "./useAnalyticsView";

interface FigureBoxProps {
  label: string;
  means: string;
  figure: Pick<Figure, "value" | "previous"> & { query: string | null };
  /** The value in words; null when there is too little to say. */
  shown: string | null;
  previous?: string | null;
  /** In place of the comparison. */
  note?: ReactNode;
  alarming?: boolean;
}

/** A figure, what it means, what it was before; a press opens the list behind it. */
export function FigureBox({ label, means, figure, shown, previous, note, alarming = false }: FigureBoxProps) {
  const text = useText();
  const { change } = useAnalyticsView();
  return (
    <div className={classes.figure}>
      <span className={classes.label}>
        {label}
        <Means of={label}>{means}</Means>
      </span>
      {shown === null ? (
        <span className={classes.few}>–</span>
      ) : figure.query === null ? (
        <span className={classes.plain}>{shown}</span>
      ) : (
        <UnstyledButton
          className={classes.value}
          aria-label={`${label}: ${shown}`}
          onClick={() => change({ list: figure.query }, false)}
        >
          {shown}
        </UnstyledButton>
      )}
      <span className={classes.note} data-alarming={alarming || undefined}>
        {note ?? (previous ? text("analytics.previous.was", { value: previous }) : " ")}
      </span>
    </div>
  );
}
