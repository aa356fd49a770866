import { Select } from "@mantine/core";
import type { leaveRequestSchema } from "../../shared/leave/leave.schema";
import { legacyUsers } from "../../shared/people/people.contract";
import { Message, useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { useCan, useCurrentUser } from "../platform/session";
import type { useForm } from "../ui/form/form";
import classes from "./LeaveForm.module.css";
import { clearButton } from "../ui/fields/clear-button";
import type { LeaveFormValues } from "./leave-form";

interface LeaveForProps {
  form: Pick<ReturnType<typeof useForm<typeof leaveRequestSchema, LeaveFormValues>>, "setValue" | "choice">;
  value: number | null;
}

/** Whose leave it is: HR enters it for others, as after a call in the morning. */
export function LeaveFor({ form, value }: LeaveForProps) {
  const mayEnter = useCan()("leave-request-hr-approve");
  return mayEnter ? <Choice form={form} value={value} /> : null;
}

function Choice({ form, value }: LeaveForProps) {
  const text = useText();
  const me = useCurrentUser();
  const people = useEndpoint(legacyUsers).data?.data ?? [];
  const others = people.filter(({ id, active }) => active && id !== me.id);
  const other = others.find(({ id }) => id === value);
  return (
    <div className={classes.whose}>
      <Select
        searchable
        clearable
        label={text("leave.for")}
        placeholder={text("leave.forMe")}
        clearButtonProps={clearButton(text("leave.forMe"))}
        data={others.map(({ id, fullname }) => ({ value: String(id), label: fullname }))}
        {...form.choice<string>("user_id")}
        value={value === null ? null : String(value)}
        onChange={(id) => form.setValue("user_id", id === null ? null : Number(id))}
      />
      {other && (
        <p role="status">
          <Message id="leave.forOther.why" values={{ name: <bdi>{other.fullname}</bdi> }} />
        </p>
      )}
    </div>
  );
}
