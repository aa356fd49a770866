import { Button } from "@mantine/core";
import { Link } from "react-router-dom";
import { type EmploymentChange, plannedChanges, withdrawChange } from "../../shared/employment/employment.contract";
import { contractTypes } from "../../shared/people/people.fields";
import { Message, useFormat, useText } from "../platform/intl/useText";
import { paths } from "../platform/paths";
import { useAction, useEndpoint } from "../platform/query";
import { Panel } from "../ui/Panel";
import { toast } from "../ui/toast/toast";
import { refreshPeople } from "./refresh";
import classes from "./PlannedChanges.module.css";

/** What takes effect on a later day, the next first, and what couldn't. Nothing where nothing is planned, or one may not know. */
export function PlannedChanges({ id }: { id: number }) {
  const text = useText();
  const { data } = useEndpoint(plannedChanges, { params: { id } });
  if (!data || data.data.length === 0) return null;
  return (
    <Panel title={text("employment.waiting")} padded>
      <ul className={classes.list}>
        {data.data.map((change) => (
          <Planned key={change.id} change={change} />
        ))}
      </ul>
    </Panel>
  );
}

const leaves = ({ type }: EmploymentChange) => type === "termination" || type === "resignation";

function Planned({ change }: { change: EmploymentChange }) {
  const text = useText();
  const { day } = useFormat();
  const withdraw = useAction(withdrawChange, {
    onSuccess: ({ message }) => {
      if (message) toast.done(message);
      refreshPeople();
    },
  });
  const { id, type, effective_on: on, status, reason, fields, can } = change;
  const path = leaves(change) ? paths.termination("edit", id) : paths.promotion("edit", id);
  return (
    <li className={classes.entry} data-failed={status === "failed" || undefined}>
      <div>
        <strong>
          {text(leaves(change) ? "employment.lastDay" : "employment.from", {
            day: day(on, "medium"),
            what: text(`people.history.${type}`),
          })}
        </strong>
        {status === "failed" && <p className={classes.failed}>{text("employment.failed")}</p>}
        <ul>
          {fields.map((field) => (
            <li key={field.field}>
              {text(`people.field.${field.field}`)}: <FromTo {...field} />
            </li>
          ))}
        </ul>
        {reason && <small>{reason}</small>}
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
    </li>
  );
}

function FromTo({ field, before, after }: EmploymentChange["fields"][number]) {
  const text = useText();
  const say = (value: string | null) => {
    const contract = field === "contract_type" && contractTypes.find((type) => type === value);
    return <bdi>{contract ? text(`people.contract.${contract}`) : (value ?? "–")}</bdi>;
  };
  return <Message id="people.history.fromTo" values={{ from: say(before), to: say(after) }} />;
}
