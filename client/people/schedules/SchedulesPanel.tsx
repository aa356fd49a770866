import { Badge, Button } from "@mantine/core";
import { useState } from "react";
import {
  listWorkSchedules,
  type WorkScheduleRecord,
  withdrawWorkSchedule,
} from "../../../shared/work/schedules/schedules.contract";
import { listUserHistory } from "../../../shared/people/people/user-history.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { refetch, useAction, useEndpoint } from "../../platform/query";
import { Panel } from "../../ui/Panel";
import { ErrorState } from "../../ui/states/ErrorState";
import { toast } from "../../ui/toast/toast";
import { useWeeksText } from "../../work/schedules/useWeeksText";
import { ScheduleDialog, type Schedules } from "./ScheduleDialog";
import { Week } from "./Week";
import classes from "./Schedules.module.css";

/** A user's past, current and planned schedules; hidden from colleagues, and if there are none and none may be added. */
export function SchedulesPanel({ id }: { id: number }) {
  const text = useText();
  const query = useEndpoint(listWorkSchedules, { params: { id } });
  const [edited, setEdited] = useState<WorkScheduleRecord | "new" | null>(null);
  const isHidden = query.error instanceof ProblemError && query.error.status === 404;
  if (query.isLoadingError && !isHidden)
    return (
      <Panel title={text("schedule.title")} padded>
        <ErrorState error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      </Panel>
    );
  const found = query.data?.data;
  if (!found || (found.schedules.length === 0 && !found.can.change)) return null;
  return (
    <Panel
      title={text("schedule.title")}
      padded
      end={
        found.can.change && (
          <Button size="xs" onClick={() => setEdited("new")}>
            {text("schedule.change")}
          </Button>
        )
      }
    >
      {found.schedules.length === 0 && <p>{text("schedule.template.organization")}</p>}
      <ul className={classes.list}>
        {found.schedules.map((one) => (
          <Entry key={one.id} schedule={one} found={found} onEdit={() => setEdited(one)} />
        ))}
      </ul>
      {edited && <ScheduleDialog userId={id} found={found} edited={edited} onClose={() => setEdited(null)} />}
    </Panel>
  );
}

function Entry({ schedule, found, onEdit }: { schedule: WorkScheduleRecord; found: Schedules; onEdit: () => void }) {
  const text = useText();
  const { day } = useFormat();
  const weeksText = useWeeksText();
  const withdraw = useAction(withdrawWorkSchedule, {
    onSuccess: ({ message }) => {
      if (message) toast.done(message);
      void refetch(listWorkSchedules, listUserHistory);
    },
    onProblem: () => void refetch(listWorkSchedules),
  });
  const { id, from, until, minutes, other, can } = schedule;
  const state = from > found.today ? "planned" : until !== null && until < found.today ? "past" : "current";
  const dates = { from: day(from), until: until === null ? "" : day(until) };
  return (
    <li data-state={state}>
      <div>
        <strong>{text(until === null ? "schedule.since" : "schedule.between", dates)}</strong>{" "}
        <Badge variant="light" color={state === "current" ? "blue" : "gray"}>
          {text(`schedule.${state}`)}
        </Badge>
        <p>{weeksText({ minutes, other })}</p>
        {minutes && <Week minutes={minutes} />}
        {other && <Week minutes={other} />}
      </div>
      {can.withdraw && (
        <div className={classes.actions}>
          <Button size="xs" onClick={onEdit}>
            {text("schedule.edit")}
          </Button>
          <Button
            size="xs"
            loading={withdraw.isPending}
            onClick={() => withdraw.mutate({ params: { id }, body: { previous: { minutes, other } } })}
          >
            {text("employment.withdraw")}
          </Button>
        </div>
      )}
    </li>
  );
}
