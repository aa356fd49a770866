import { Button, Select, Switch, Textarea } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { createLeave, type LeaveDetail, previewLeave, updateLeave } from "../../shared/leave/leave.contract";
import { leaveRequestSchema } from "../../shared/leave/leave.schema";
import { listLeaveTypes } from "../../shared/leave/leave-types.contract";
import { paths } from "../app/paths";
import { useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { call } from "../platform/api";
import { DateField } from "../ui/DateField";
import { DraftGuard } from "../ui/DraftGuard";
import { Form } from "../ui/Form";
import { useForm } from "../ui/form";
import { Optional } from "../ui/Optional";
import { PageHead } from "../ui/PageHead";
import { toast } from "../ui/toast";
import { DayStrip } from "./DayStrip";
import classes from "./LeaveForm.module.css";
import { LeavePreview } from "./LeavePreview";

interface Values extends Record<string, unknown> {
  leave_type_id: number | null;
  start_date: string | null;
  end_date: string | null;
  start_half: "afternoon" | null;
  end_half: "morning" | null;
  reason: string;
}

function valuesOf(leave: LeaveDetail | null): Values {
  return {
    leave_type_id: leave?.leave_type.id ?? null,
    start_date: leave?.start_date ?? null,
    end_date: leave?.end_date ?? null,
    start_half: leave?.start_half ?? null,
    end_half: leave?.end_half ?? null,
    reason: leave?.reason ?? "",
  };
}

/** Asks for leave: what it costs, what is left and who else is away stand beside it while one chooses. */
export function LeaveForm({ leave }: { leave: LeaveDetail | null }) {
  const text = useText();
  const navigate = useNavigate();
  const types = useEndpoint(listLeaveTypes).data?.data ?? [];
  const [asDraft, setAsDraft] = useState(false);
  /** Which of the two buttons was pressed, for the attempt under way. */
  const drafted = useRef(false);
  const form = useForm(leaveRequestSchema, {
    initialValues: valuesOf(leave),
    onSubmit: async (values, send) => {
      const body = { ...values, draft: drafted.current, version: leave?.version };
      const answer = leave
        ? await call(updateLeave, { params: { id: leave.id }, body })
        : await call(createLeave, { body, ...send });
      toast.done(answer.message ?? "");
      form.reset();
      void navigate(paths.leave("view", answer.data.id), { replace: true });
    },
  });
  const { values } = form;
  const type = types.find(({ id }) => id === values.leave_type_id);
  const complete = values.leave_type_id !== null && values.start_date !== null && values.end_date !== null;
  const span = values as { leave_type_id: number; start_date: string; end_date: string } & Values;
  const inOrder = complete && span.start_date <= span.end_date;
  const { leave_type_id, start_date, end_date, start_half, end_half } = span;
  const preview = useEndpoint(
    previewLeave,
    {
      query: {
        leave_type_id,
        start_date,
        end_date,
        start_half: start_half ?? undefined,
        end_half: end_half ?? undefined,
      },
    },
    { enabled: inOrder, staleTime: 0, retry: false },
  ).data?.data;
  const saveDraft = () => {
    drafted.current = true;
    setAsDraft(true);
    void form.submit();
  };
  return (
    <Form form={form}>
      <DraftGuard dirty={form.dirty && !form.sending} />
      <PageHead title={text(leave ? "leave.changeTitle" : "leave.newTitle")}>
        <Button loading={form.sending && asDraft} onClick={saveDraft}>
          {text("leave.saveDraft")}
        </Button>
        <Button
          type="submit"
          variant="filled"
          loading={form.sending && !asDraft}
          leftSection={<IconSend size={16} stroke={1.75} aria-hidden />}
          onClick={() => {
            drafted.current = false;
            setAsDraft(false);
          }}
        >
          {text("leave.send")}
        </Button>
      </PageHead>
      <div className={classes.columns}>
        <div className={classes.fields}>
          <Select
            label={text("leave.kind")}
            data={types.map(({ id, name }) => ({ value: String(id), label: name }))}
            {...form.choice<string>("leave_type_id")}
            value={values.leave_type_id === null ? null : String(values.leave_type_id)}
            onChange={(id) => form.setValue("leave_type_id", id === null ? null : Number(id))}
          />
          <div className={classes.pair}>
            <DateField label={text("leave.firstDay")} {...form.choice<string | null>("start_date")} />
            <DateField
              label={text("leave.lastDay")}
              min={values.start_date}
              {...form.choice<string | null>("end_date")}
            />
          </div>
          {type?.half_days !== false && (
            <div className={classes.pair}>
              <Switch
                label={text("leave.firstHalf")}
                checked={values.start_half !== null}
                onChange={(event) => form.setValue("start_half", event.currentTarget.checked ? "afternoon" : null)}
              />
              <Switch
                label={text("leave.lastHalf")}
                checked={values.end_half !== null}
                onChange={(event) => form.setValue("end_half", event.currentTarget.checked ? "morning" : null)}
                error={form.choice("end_half").error}
              />
            </div>
          )}
          {inOrder && preview && <DayStrip days={preview.each} total={preview.days} />}
          <Textarea autosize minRows={3} label={<Optional label={text("leave.note")} />} {...form.field("reason")} />
        </div>
        {inOrder && preview && <LeavePreview preview={preview} />}
      </div>
    </Form>
  );
}
