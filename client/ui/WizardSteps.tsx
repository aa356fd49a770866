import { IconCheck } from "@tabler/icons-react";
import classes from "./WizardSteps.module.css";

interface StepsProps {
  now: number;
  steps: readonly { title: string; note: string }[];
}

export function WizardSteps({ now, steps }: StepsProps) {
  return (
    <ol className={classes.track}>
      {steps.map(({ title, note }, at) => (
        <li
          key={title}
          aria-current={at === now ? "step" : undefined}
          data-state={at < now ? "done" : at === now ? "now" : "next"}
        >
          <span className={classes.node}>{at < now && <IconCheck size={14} stroke={2} aria-hidden />}</span>
          <b>{title}</b>
          <span className={classes.note}>{note}</span>
        </li>
      ))}
    </ol>
  );
}
