import { usePeopleOptions } from "../../../ui/fields/usePeopleOptions";
import { Button, Select } from "@mantine/core";
import { IconArrowsExchange } from "@tabler/icons-react";
import { useState } from "react";
import { delegate, listDelegations } from "../../../../shared/approvals/approvals/delegation.contract";
import type { LeaveDetail } from "../../../../shared/requests/leave/requests/leave.contract";
import { grantedLeaveStatuses } from "../../../../shared/requests/leave/requests/leave.workflow";
import { listVisiblePeople } from "../../../../shared/kernel/visible-users.contract";
import { Message, useText } from "../../../platform/intl/useText";
import { refetch, useAction, useEndpoint } from "../../../platform/query";
import { useCan, useCurrentUser } from "../../../platform/session";
import { useOrganizationToday } from "../../../platform/useOrganizationToday";
import { toast } from "../../../ui/toast/toast";
import classes from "./DelegateOffer.module.css";
import { useLeaveTexts } from "../types/useLeaveTexts";
import { FailedReads } from "../../../ui/states/FailedReads";

const decidingPermissions = [
  "leave-request-approve",
  "leave-request-hr-approve",
  "payment-approve",
  "vas-request-approve",
] as const;

export function DelegateOffer({ leave }: { leave: LeaveDetail }) {
  const me = useCurrentUser();
  const can = useCan();
  const today = useOrganizationToday();
  const mine = leave.requester.id === me.id && grantedLeaveStatuses.some((status) => status === leave.status);
  const relevant = mine && leave.end_date >= today && can(decidingPermissions);
  const running = useEndpoint(listDelegations, {}, { enabled: relevant }).data?.data;
  if (!relevant || !running) return null;
  const covering = running.find(
    ({ delegator, start_date, end_date }) =>
      delegator.id === me.id && start_date <= leave.end_date && (end_date === null || end_date >= leave.start_date),
  );
  if (covering) {
    return (
      <p className={classes.done}>
        <IconArrowsExchange size={16} stroke={1.75} aria-hidden />
        <span>
          <Message id="leave.delegated" values={{ name: <bdi>{covering.delegatee.fullname}</bdi> }} />
        </span>
      </p>
    );
  }
  return <Offer leave={leave} from={leave.start_date < today ? today : leave.start_date} />;
}

function Offer({ leave, from }: { leave: LeaveDetail; from: string }) {
  const text = useText();
  const me = useCurrentUser();
  const { datesOf } = useLeaveTexts();
  const people = useEndpoint(listVisiblePeople);
  const [chosen, setChosen] = useState<number | null>(leave.substitute?.id ?? null);
  const [refused, setRefused] = useState<string | null>(null);
  const start = useAction(delegate, {
    onSuccess: ({ message }) => {
      toast.done(message ?? "");
      void refetch(listDelegations);
    },
    onProblem: (error) => {
      setRefused(error.message);
      return true;
    },
  });
  return (
    <section className={classes.offer} aria-label={text("leave.delegate.title")}>
      <IconArrowsExchange size={20} stroke={1.75} aria-hidden />
      <span className={classes.words}>
        <strong>{text("leave.delegate.title")}</strong>
        <span>{text("leave.delegate.why", { dates: datesOf({ start_date: from, end_date: leave.end_date }) })}</span>
      </span>
      <FailedReads reads={[people]} />
      <Select
        searchable
        aria-label={text("leave.delegate.to")}
        placeholder={text("leave.delegate.to")}
        error={refused}
        value={chosen === null ? null : String(chosen)}
        onChange={(value) => {
          setRefused(null);
          setChosen(Number(value) || null);
        }}
        data={usePeopleOptions((people.data?.data ?? []).filter(({ id, active }) => active && id !== me.id))}
      />
      <Button
        variant="filled"
        disabled={chosen === null}
        loading={start.isPending}
        onClick={() =>
          chosen !== null &&
          start.mutate({ body: { delegatee_id: chosen, start_date: from, end_date: leave.end_date } })
        }
      >
        {text("leave.delegate.start")}
      </Button>
    </section>
  );
}
