import { Button } from "@mantine/core";
import { useState } from "react";
import {
  type Delegation,
  listDelegations,
  listDelegationHistory,
  endDelegation,
} from "../../../shared/approvals/approvals/delegation.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { refetch, useAction } from "../../platform/query";
import { Avatar } from "../../ui/signs/Avatar";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import type { Person } from "../../ui/signs/people";
import { toast } from "../../ui/toast/toast";
import classes from "./delegation.module.css";

export function useDelegationDates(): (delegation: Pick<Delegation, "start_date" | "end_date">) => string {
  const text = useText();
  const { day } = useFormat();
  return ({ start_date: from, end_date: to }) =>
    to === null
      ? text("delegation.openEnded", { from: day(from, "medium") })
      : text("delegation.fromTo", { from: day(from, "medium"), to: day(to, "medium") });
}

export function DelegationItem({ delegation, person }: { delegation: Delegation; person: Person }) {
  const text = useText();
  const datesOf = useDelegationDates();
  const [asking, setAsking] = useState(false);
  const end = useAction(endDelegation, {
    onSuccess: ({ message }) => {
      toast.done(message);
      setAsking(false);
      void refetch(listDelegations, listDelegationHistory);
    },
  });
  return (
    <li>
      <Avatar person={person} size={32} hasVisibleName />
      <span className={classes.words}>
        <b>
          <bdi>{person.fullname}</bdi>
        </b>
        <span>{datesOf(delegation)}</span>
        {(delegation.only_away || delegation.of_leave) && (
          <span>{text(delegation.only_away ? "delegation.kind.deputy" : "delegation.kind.leave")}</span>
        )}
        {delegation.reason && (
          <q>
            <bdi>{delegation.reason}</bdi>
          </q>
        )}
      </span>
      <span className={classes.state} data-state={delegation.state}>
        {text(`delegation.state.${delegation.state}`)}
      </span>
      {delegation.can.end && <Button onClick={() => setAsking(true)}>{text("delegation.end")}</Button>}
      <ConfirmDialog
        opened={asking}
        title={text("delegation.end.title", { name: person.fullname })}
        confirmLabel={text("delegation.end")}
        pending={end.isPending}
        tone="accent"
        onConfirm={() => end.mutate({ params: { id: delegation.id } })}
        onClose={() => setAsking(false)}
      >
        {text("delegation.end.why")}
      </ConfirmDialog>
    </li>
  );
}
