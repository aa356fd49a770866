import { Message, useText } from "../../platform/intl/useText";
import { useCurrentUser } from "../../platform/session";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import classes from "./delegation.module.css";
import { DelegationForm } from "./DelegationForm";
import { DelegationItem, useDelegationDates } from "./DelegationItem";
import { useDelegations } from "./useDelegations";
import { listDelegationHistory } from "../../../shared/approvals/approvals/delegation.contract";
import { useEndpoint } from "../../platform/query";
import { Avatar } from "../../ui/signs/Avatar";
import { ErrorState } from "../../ui/states/ErrorState";

export function DelegationPage() {
  const text = useText();
  const me = useCurrentUser();
  const { query } = useDelegations();
  return (
    <>
      <PageHead title={text("title.delegation")} sub={text("delegation.sub")} />
      <QueryBoundary query={query} loading={<SkeletonRows rows={4} height={56} />} failed={text("delegation.failed")}>
        {({ data }) => {
          const mine = data.filter(({ delegator }) => delegator.id === me.id);
          const others = data.filter(({ delegatee }) => delegatee.id === me.id);
          return (
            <div className={classes.page}>
              <Panel title={text("delegation.mine")}>
                {mine.length > 0 ? (
                  <ul className={classes.rows}>
                    {mine.map((one) => (
                      <DelegationItem key={one.id} delegation={one} person={one.delegatee} />
                    ))}
                  </ul>
                ) : (
                  <p className={classes.none}>{text("delegation.mine.none")}</p>
                )}
              </Panel>
              {others.length > 0 && (
                <Panel title={text("delegation.others")}>
                  <ul className={classes.rows}>
                    {others.map((one) => (
                      <DelegationItem key={one.id} delegation={one} person={one.delegator} />
                    ))}
                  </ul>
                </Panel>
              )}
              <Panel title={text("delegation.new")} padded>
                <DelegationForm />
              </Panel>
              <DelegationHistory />
            </div>
          );
        }}
      </QueryBoundary>
    </>
  );
}

function DelegationHistory() {
  const text = useText();
  const me = useCurrentUser();
  const datesOf = useDelegationDates();
  const query = useEndpoint(listDelegationHistory);
  if (query.error && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  const past = query.data?.data ?? [];
  if (past.length === 0) return null;
  return (
    <Panel title={text("delegation.history")}>
      <ul className={classes.rows}>
        {past.map((one) => {
          const isDelegator = one.delegator.id === me.id;
          const other = isDelegator ? one.delegatee : one.delegator;
          return (
            <li key={one.id}>
              <Avatar person={other} size={28} hasVisibleName />
              <span className={classes.words}>
                <b>
                  <Message
                    id={isDelegator ? "delegation.gaveTo" : "delegation.gotFrom"}
                    values={{ name: <bdi>{other.fullname}</bdi> }}
                  />
                </b>
                <span>{datesOf(one)}</span>
                {(one.only_away || one.of_leave) && (
                  <span>{text(one.only_away ? "delegation.kind.deputy" : "delegation.kind.leave")}</span>
                )}
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
