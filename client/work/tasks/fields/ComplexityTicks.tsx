import { useText } from "../../../platform/intl/useText";
import classes from "./ComplexityTicks.module.css";

const steps = [1, 2, 3, 4, 5] as const;
export type Complexity = (typeof steps)[number];

export const complexityOf = (value: number): Complexity => Math.min(5, Math.max(1, Math.round(value))) as Complexity;

export function ComplexityTicks({ value }: { value: number }) {
  const text = useText();
  const complexity = complexityOf(value);
  const label = text("task.complexityIs", { value: complexity, word: text(`task.complexity.${complexity}`) });
  return (
    <span className={classes.ticks} role="img" aria-label={label} title={label}>
      {steps.map((step) => (
        <i key={step} data-on={step <= complexity || undefined} />
      ))}
    </span>
  );
}
