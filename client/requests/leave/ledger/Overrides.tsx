import { ActionIcon, Button, Textarea } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import {
  type AllowanceOverrideRecord,
  createOverride,
  deleteOverride,
  listOverrides,
} from "../../../../shared/requests/leave/ledger/allowances.contract";
import type { LeaveTypeRef } from "../../../../shared/requests/leave/types/types.contract";
import { overrideSchema } from "../../../../shared/requests/leave/ledger/allowances.schema";
import { call } from "../../../platform/api";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useAction, useEndpoint } from "../../../platform/query";
import { useCan, useCurrentUser } from "../../../platform/session";
import { useOrganizationToday } from "../../../platform/useOrganizationToday";
import { CancelButton } from "../../../ui/CancelButton";
import { AmountField } from "../../../ui/fields/AmountField";
import { DateField } from "../../../ui/fields/DateField";
import { OptionalLabel } from "../../../ui/fields/OptionalLabel";
import { Form } from "../../../ui/form/Form";
import { useForm } from "../../../ui/form/form";
import { toast } from "../../../ui/toast/toast";
import { FailedReads } from "../../../ui/states/FailedReads";
import { recreationStep } from "../../../undo/deletion-step";
import { undoableMutation } from "../../../undo/undoable-mutation";
import { useLeaveTexts } from "../types/useLeaveTexts";
import classes from "./AllowanceWhy.module.css";

interface OverridesProps {
  userId: number;
  leaveType: Pick<LeaveTypeRef, "id" | "unit">;
}

/** Days per year of one employee for a period, which override the rules and the leave type. */
export function Overrides({ userId, leaveType }: OverridesProps) {
  const text = useText();
  const { day } = useFormat();
  const { amountOf, datesOf } = useLeaveTexts();
  const me = useCurrentUser();
  const may = useCan()("leave-balance-edit") && userId !== me.id;
  const [adding, setAdding] = useState(false);
  const query = useEndpoint(listOverrides, { params: { user_id: userId } });
  const rows = (query.data?.data ?? []).filter(({ leave_type_id }) => leave_type_id === leaveType.id);
  if (!query.data || (rows.length === 0 && !may)) return <FailedReads reads={[query]} />;
  return (
    <section className={classes.why} aria-labelledby="allowance-overrides">
      <div className={classes.row}>
        <h3 id="allowance-overrides">{text("override.title")}</h3>
        {may && !adding && (
          <Button size="xs" variant="subtle" onClick={() => setAdding(true)}>
            {text("override.add")}
          </Button>
        )}
      </div>
      {rows.length > 0 && (
        <ul>
          {rows.map((override) => (
            <li key={override.id} className={classes.row}>
              <span>
                <b>{text("allowance.perYear", { days: amountOf(override.days, leaveType.unit) })}</b>{" "}
                {override.until
                  ? datesOf({ start_date: override.from, end_date: override.until })
                  : text("override.since", { from: day(override.from, "medium") })}
                {": "}
                <bdi>{override.reason}</bdi>
              </span>
              {may && <DeleteOverride userId={userId} override={override} />}
            </li>
          ))}
        </ul>
      )}
      {adding && <OverrideForm userId={userId} leaveType={leaveType} onClose={() => setAdding(false)} />}
    </section>
  );
}

function DeleteOverride({ userId, override }: { userId: number; override: AllowanceOverrideRecord }) {
  const text = useText();
  const { day } = useFormat();
  const { id, leave_type_id, from, until, days, reason } = override;
  const dates = { from: day(from, "medium") };
  const deletedText = text("override.removed", dates);
  const remove = useAction(
    deleteOverride,
    undoableMutation(deletedText, () =>
      recreationStep(deletedText, id, {
        create: () =>
          call(createOverride, { params: { user_id: userId }, body: { leave_type_id, from, until, days, reason } }),
        remove: (currentId) => call(deleteOverride, { params: { id: currentId } }),
      }),
    ),
  );
  return (
    <ActionIcon
      size="lg"
      aria-label={text("override.remove", dates)}
      loading={remove.isPending}
      onClick={() => remove.mutate({ params: { id } })}
    >
      <IconTrash size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}

function OverrideForm({ userId, leaveType, onClose }: OverridesProps & { onClose: () => void }) {
  const text = useText();
  const year = useOrganizationToday().slice(0, 4);
  const form = useForm(overrideSchema, {
    draft: { storageKey: `leave:override:${userId}:${leaveType.id}` },
    initialValues: {
      leave_type_id: leaveType.id,
      from: `${year}-01-01` as string | null,
      until: null as string | null,
      days: "",
      reason: "",
    },
    onSubmit: async (body, { idempotencyKey }) => {
      const { message } = await call(createOverride, { params: { user_id: userId }, body, idempotencyKey });
      toast.done(message ?? "");
      onClose();
    },
  });
  return (
    <Form form={form}>
      <div className={classes.fields}>
        <AmountField
          data-autofocus
          currency={undefined}
          label={text("leaveRules.days")}
          {...form.valueProps<string>("days")}
        />
        <DateField label={text("override.from")} {...form.valueProps<string | null>("from")} />
        <DateField
          label={<OptionalLabel label={text("override.until")} />}
          min={form.values.from}
          {...form.valueProps<string | null>("until")}
        />
      </div>
      <Textarea autosize minRows={1} label={text("override.reason")} {...form.field("reason")} />
      <footer className={classes.row}>
        <CancelButton isSending={form.sending} onClick={form.cancel(onClose)} />
        <Button type="submit" variant="filled" loading={form.sending}>
          {text("action.save")}
        </Button>
      </footer>
    </Form>
  );
}
