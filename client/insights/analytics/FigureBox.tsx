import { UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import type { Figure } from "../../../shared/insights/analytics/project-analytics.contract";
import { useText } from "../../platform/intl/useText";
import classes from "./analytics.module.css";
import { MetricHelp } from "./MetricHelp";
import { useAnalyticsView } from "./useAnalyticsView";

interface FigureBoxProps {
  label: string;
  means: string;
  figure: Pick<Figure, "value" | "previous"> & { query: string | null };
  /** Formatted value; null when there is too little data. */
  formatted: string | null;
  previous?: string | null;
  /** Replaces the comparison with the previous period. */
  note?: ReactNode;
  alarming?: boolean;
}

/** A figure with its explanation and the previous value; pressing it opens the list of records behind it. */
export function FigureBox({ label, means, figure, formatted, previous, note, alarming = false }: FigureBoxProps) {
  const text = useText();
  const { change } = useAnalyticsView();
  return (
    <div className={classes.figure}>
      <span className={classes.label}>
        {label}
        <MetricHelp of={label}>{means}</MetricHelp>
      </span>
      {formatted === null ? (
        <span className={classes.few}>–</span>
      ) : figure.query === null ? (
        <span className={classes.plain}>{formatted}</span>
      ) : (
        <UnstyledButton
          className={classes.value}
          data-long={formatted.length > 8 || undefined}
          aria-label={`${label}: ${formatted}`}
          onClick={() => change({ list: figure.query }, false)}
        >
          {formatted}
        </UnstyledButton>
      )}
      <span className={classes.note} data-alarming={alarming || undefined}>
        {note ?? (previous ? text("analytics.previous.was", { value: previous }) : " ")}
      </span>
    </div>
  );
}
