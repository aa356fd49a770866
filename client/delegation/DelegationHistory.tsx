import { delegationHistory } from "../../shared/approvals/delegation.contract";
import { Message, useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { useCurrentUser } from "../platform/session";
import { Avatar } from "../ui/signs/Avatar";
import { ErrorState } from "../ui/states/ErrorState";
import { Panel } from "../ui/Panel";
import classes from "./delegation.module.css";
import { useDelegationDates } from "./DelegationItem";

/** What has ended, in both directions, and why. */
export function DelegationHistory() {
  const text = useText();
  const me = useCurrentUser();
  const datesOf = useDelegationDates();
  const query = useEndpoint(delegationHistory);
  if (query.error && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  const past = query.data?.data ?? [];
  if (past.length === 0) return null;
  return (
    <Panel title={text("delegation.history")}>
      <ul className={classes.rows}>
        {past.map((one) => {
          const given = one.delegator.id === me.id;
          const other = given ? one.delegatee : one.delegator;
          return (
            <li key={one.id}>
              <Avatar person={other} size={28} named />
              <span className={classes.words}>
                <b>
                  <Message
                    id={given ? "delegation.gaveTo" : "delegation.gotFrom"}
                    values={{ name: <bdi>{other.fullname}</bdi> }}
                  />
                </b>
                <span>{datesOf(one)}</span>
                {one.reason && (
                  <q>
                    <bdi>{one.reason}</bdi>
                  </q>
                )}
              </span>
              <span className={classes.state}>{text(`delegation.ended.${one.end_reason ?? "over"}`)}</span>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
