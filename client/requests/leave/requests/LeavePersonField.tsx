import { Select } from "@mantine/core";
import { listVisiblePeople } from "../../../../shared/kernel/visible-users.contract";
import { Message, useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { useCurrentUser } from "../../../platform/session";
import { clearButton } from "../../../ui/fields/clear-button";
import { usePeopleOptions } from "../../../ui/fields/usePeopleOptions";
import type { useForm } from "../../../ui/form/form";
import classes from "./LeaveForm.module.css";

interface LeavePersonFieldProps {
  form: Pick<ReturnType<typeof useForm>, "setValue" | "valueProps">;
  value: number | null;
}

/** The employee for whom HR enters the leave. */
export function LeavePersonField({ form, value }: LeavePersonFieldProps) {
  const text = useText();
  const me = useCurrentUser();
  const people = useEndpoint(listVisiblePeople);
  const others = (people.data?.data ?? []).filter(({ id, active }) => active && id !== me.id);
  const other = others.find(({ id }) => id === value);
  return (
    <div className={classes.whose}>
      <Select
        searchable
        clearable
        label={text("leave.for")}
        placeholder={text("leave.forMe")}
        clearButtonProps={clearButton(text("leave.forMe"))}
        data={usePeopleOptions(others)}
        {...form.valueProps<string>("user_id")}
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
