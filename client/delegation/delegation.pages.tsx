import { useText } from "../platform/intl/useText";
import { useCurrentUser } from "../platform/session";
import { PageHead } from "../ui/PageHead";
import { Panel } from "../ui/Panel";
import { QueryBoundary } from "../ui/states/QueryBoundary";
import { SkeletonRows } from "../ui/states/Skeleton";
import classes from "./delegation.module.css";
import { DelegationForm } from "./DelegationForm";
import { DelegationHistory } from "./DelegationHistory";
import { DelegationItem } from "./DelegationItem";
import { useDelegations } from "./useDelegations";

/** Delegate access: to whom one's approvals are handed and for how long, for whom one decides, and what has been. */
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
