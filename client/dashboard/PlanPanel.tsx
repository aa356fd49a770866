import { Link } from "react-router-dom";
import { dangerDays } from "../../shared/subscription/subscription.rules";
import { useText } from "../platform/intl/useText";
import { paths } from "../platform/paths";
import { useCan, useCurrentUser } from "../platform/session";
import { Panel } from "../ui/Panel";
import classes from "./dashboard.module.css";

/** How long the plan lasts, for those who may see the subscription; nothing where it has no end. Comes with the session. */
export function PlanPanel() {
  const text = useText();
  const may = useCan()("subscription-list-request");
  const { remaining_days: days } = useCurrentUser().tenant;
  if (!may || days === null) return null;
  return (
    <Panel
      title={text("subscription.yourPlan")}
      end={<Link to={paths.subscriptions}>{text("subscription.changePlan")}</Link>}
      padded
    >
      <p className={classes.plan} data-danger={days <= dangerDays || undefined}>
        {text("dashboard.planRuns", { days: Math.max(0, days) })}
      </p>
    </Panel>
  );
}
