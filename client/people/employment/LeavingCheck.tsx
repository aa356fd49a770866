import type { HandoverKind } from "../../../shared/people/employment/handover.kinds";
import type { Leaving } from "../../../shared/people/employment/leaving.contract";
import { groupBy } from "../../../shared/kernel/group-by";
import { selectUsers } from "../../../shared/people/people/users.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { Panel } from "../../ui/Panel";
import { Avatar } from "../../ui/signs/Avatar";
import type { LeavingDates } from "./LeavingDay";
import { successorOf, type Successors } from "./successors";
import classes from "./LeavingWizard.module.css";
import { FailedReads } from "../../ui/states/FailedReads";

interface CheckProps {
  leaving: Leaving;
  dates: LeavingDates;
  successors: Successors;
}

export function LeavingCheck({ leaving, dates, successors }: CheckProps) {
  const text = useText();
  const { day, list, number } = useFormat();
  const query = useEndpoint(selectUsers);
  const people = query.data?.data ?? [];
  const bySuccessor = groupBy(leaving.handover, ({ kind }) => successorOf(successors, kind) ?? 0);
  return (
    <>
      <Panel title={text("leaving.step.day")} padded>
        <dl className={classes.facts}>
          <dt>{text("employment.kind")}</dt>
          <dd>{text(`people.history.${dates.type}`)}</dd>
          <dt>{text("people.field.last_day")}</dt>
          <dd>{dates.last_day && day(dates.last_day, "medium")}</dd>
          <dt>{text("leaving.announce")}</dt>
          <dd>{text(dates.announced ? "leaving.announced.yes" : "leaving.announced.no")}</dd>
          {dates.reason && (
            <>
              <dt>{text("employment.reason")}</dt>
              <dd>
                <bdi>{dates.reason}</bdi>
              </dd>
            </>
          )}
        </dl>
      </Panel>
      <Panel title={text("leaving.step.handover")} padded>
        <FailedReads reads={[query]} />
        {leaving.handover.length === 0 ? (
          text("leaving.nothing")
        ) : (
          <dl className={classes.facts}>
            {[...bySuccessor].map(([id, handovers]) => {
              const person = people.find((one) => one.id === id);
              const kinds = handovers.map(({ kind, count }) => kindCount(kind, count));
              return (
                <div key={id}>
                  <dt>{person && <Avatar person={person} size={20} hasVisibleName />}</dt>
                  <dd>
                    <b>
                      <bdi>{person?.fullname ?? text("leaving.choose")}</bdi>
                    </b>
                    <br />
                    {list(kinds)}
                  </dd>
                </div>
              );
            })}
          </dl>
        )}
      </Panel>
    </>
  );

  function kindCount(kind: HandoverKind, count: number): string {
    return text("leaving.kindCount", { what: text(`leaving.kind.${kind}`), count: number(count) });
  }
}
