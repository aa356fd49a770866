import type { Leaving } from "../../shared/employment/leaving.contract";
import { useFormat, useText } from "../platform/intl/useText";
import { Panel } from "../ui/Panel";
import classes from "./LeavingWizard.module.css";

interface PlanProps {
  leaving: Leaving;
  lastDay: string | null;
}

/** What happens when, all of it planned until the day. */
export function LeavingPlan({ leaving, lastDay }: PlanProps) {
  const text = useText();
  const { day } = useFormat();
  return (
    <Panel title={text("leaving.happens")} padded>
      <ol className={classes.happens}>
        <li>
          <time>{text("leaving.today")}</time>
          <span>
            <b>{text("leaving.happens.planned")}</b>
            <small>{text("leaving.happens.planned.why")}</small>
          </span>
        </li>
        <li>
          <time>{lastDay ? day(lastDay, "medium") : "–"}</time>
          <span>
            <b>{text("leaving.happens.closes")}</b>
            <small>{text("leaving.happens.closes.why")}</small>
          </span>
        </li>
        {leaving.ending.length > 0 && (
          <li>
            <time />
            <span>
              <b>{text("leaving.happens.ends")}</b>
              {leaving.ending.map(({ kind, count }) => (
                <small key={kind}>{text(`leaving.ending.${kind}`, { count })}</small>
              ))}
            </span>
          </li>
        )}
      </ol>
    </Panel>
  );
}
