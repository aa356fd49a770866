import { Button } from "@mantine/core";
import { Link } from "react-router-dom";
import {
  type EmploymentChange,
  plannedChanges,
  withdrawChange,
} from "../../../shared/people/employment/employment.contract";
import { Message, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useAction, useEndpoint } from "../../platform/query";
import { Panel } from "../../ui/Panel";
import { DatedList } from "../../ui/signs/DatedList";
import { toast } from "../../ui/toast/toast";
import { EmploymentEntry } from "./EmploymentEntry";
import { FieldChange } from "./FieldChange";
import { refetchEmployment } from "./refetch-employment";
import classes from "./PlannedChanges.module.css";
import tones from "../../ui/layout/tones.module.css";

/** Future and failed employment changes, the next first; hidden if there are none or the user may not see them. */
export function PlannedChanges({ id }: { id: number }) {
  const text = useText();
  const { data } = useEndpoint(plannedChanges, { params: { id } });
  if (!data || data.data.length === 0) return null;
  return (
    <Panel title={text("employment.waiting")} padded>
      <DatedList>
        {data.data.map((change) => (
          <Planned key={change.id} change={change} />
        ))}
      </DatedList>
    </Panel>
  );
}

const isLeaving = ({ type }: EmploymentChange) => type === "termination" || type === "resignation";

function Planned({ change }: { change: EmploymentChange }) {
  const text = useText();
  const withdraw = useAction(withdrawChange, {
    onSuccess: ({ message }) => {
      if (message) toast.done(message);
      refetchEmployment();
    },
  });
  const { id, type, status, reason, requested_by: planner, fields, can } = change;
  const changeType = text(`people.history.${type}`);
  const path = isLeaving(change) ? paths.termination("edit", id) : paths.promotion("edit", id);
  return (
    <EmploymentEntry entry={change} planned>
      <div className={classes.entry}>
        <div>
          <strong>{isLeaving(change) ? text("employment.lastDay", { what: changeType }) : changeType}</strong>
          {status === "failed" && <p className={tones.danger}>{text("employment.failed")}</p>}
          <ul>
            {fields.map((field) => (
              <li key={field.field}>
                <FieldChange {...field} />
              </li>
            ))}
          </ul>
          {reason && <p dir="auto">{reason}</p>}
          {planner && (
            <small>
              <Message id="people.history.by" values={{ name: <bdi>{planner.fullname}</bdi> }} />
            </small>
          )}
        </div>
        {can.withdraw && (
          <div className={classes.actions}>
            {status === "planned" && (
              <Button component={Link} to={path} size="xs">
                {text("people.edit")}
              </Button>
            )}
            <Button size="xs" loading={withdraw.isPending} onClick={() => withdraw.mutate({ params: { id } })}>
              {text("employment.withdraw")}
            </Button>
          </div>
        )}
      </div>
    </EmploymentEntry>
  );
}
