import { useText } from "../../platform/intl/useText";
import classes from "./Timeline.module.css";

export function ChartLegend() {
  const text = useText();
  return (
    <span className={classes.legend} aria-hidden>
      <span>
        <i data-mark="done" />
        {text("timeline.legend.done")}
      </span>
      <span>
        <i data-mark="outside" />
        {text("timeline.legend.outside")}
      </span>
      <span>
        <i data-mark="today" />
        {text("timeline.legend.today")}
      </span>
    </span>
  );
}
