import { Button, Popover } from "@mantine/core";
import { IconUsersGroup } from "@tabler/icons-react";
import { useState } from "react";
import {
  type DepartmentCover,
  setCover,
  listTeamLeave,
} from "../../../../shared/requests/leave/cover/team-calendar.contract";
import { useFormat, useText } from "../../../platform/intl/useText";
import { NumberField } from "../../../ui/fields/NumberField";
import { refetch, useAction } from "../../../platform/query";
import { wasBlurredByUser } from "../../../ui/form/blur-tracking";
import { toast } from "../../../ui/toast/toast";
import classes from "./CoverSettings.module.css";

/** Minimum number of present employees per department; saved on blur. */
export function CoverSettings({ departments }: { departments: readonly DepartmentCover[] }) {
  const text = useText();
  return (
    <Popover position="bottom-end" width={320} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button leftSection={<IconUsersGroup size={16} stroke={1.75} aria-hidden />}>{text("cover.open")}</Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={text("cover.open")}>
        <p className={classes.why}>{text("cover.why")}</p>
        <ul className={classes.list}>
          {departments.map((department) => (
            <li key={department.id}>
              <Minimum key={department.minimum_present} department={department} />
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}

const most = 10_000;

function Minimum({ department }: { department: DepartmentCover }) {
  const text = useText();
  const { number } = useFormat();
  const { id, name, people, minimum_present: minimum } = department;
  const [typed, setTyped] = useState<number | string>(minimum ?? "");
  const save = useAction(setCover, {
    onSuccess: ({ message }) => {
      toast.done(message ?? "");
      void refetch(listTeamLeave);
    },
  });
  const done = () => {
    const newMinimum = typed === "" ? null : Number(typed);
    if (newMinimum !== null && !(newMinimum >= 1 && newMinimum <= most)) setTyped(minimum ?? "");
    else if (newMinimum !== minimum)
      save.mutate({ params: { department_id: id }, body: { minimum_present: newMinimum } });
  };
  return (
    <NumberField
      size="xs"
      min={1}
      max={most}
      label={name}
      description={text("cover.people", { count: people, shown: number(people) })}
      placeholder={text("cover.none")}
      value={typed}
      onChange={setTyped}
      onBlur={() => wasBlurredByUser() && done()}
      onKeyDown={(event) => event.key === "Enter" && done()}
    />
  );
}
