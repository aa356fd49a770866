import { Button, Popover } from "@mantine/core";
import { IconUsersGroup } from "@tabler/icons-react";
import { useState } from "react";
import {
  type DepartmentCover,
  setCover,
  listTeamLeave,
} from "../../../../shared/requests/leave/cover/team-calendar.contract";
import { useFormat, useText } from "../../../platform/intl/useText";
import { SavedNumberField } from "../../../ui/fields/SavedNumberField";
import { mayClosePopover } from "../../../ui/fields/unreadable-text";
import { refetch, useAction } from "../../../platform/query";
import { toast } from "../../../ui/toast/toast";
import classes from "./CoverSettings.module.css";

/** Minimum number of present employees per department; saved on blur. */
export function CoverSettings({ departments }: { departments: readonly DepartmentCover[] }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const [dropdown, setDropdown] = useState<HTMLDivElement | null>(null);
  const toggle = (next: boolean) => setOpen(next || !mayClosePopover(dropdown));
  return (
    <Popover opened={open} onChange={toggle} position="bottom-end" width={320} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button leftSection={<IconUsersGroup size={16} stroke={1.75} aria-hidden />} onClick={() => toggle(!open)}>
          {text("cover.open")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown ref={setDropdown} aria-label={text("cover.open")}>
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

function Minimum({ department }: { department: DepartmentCover }) {
  const text = useText();
  const { number } = useFormat();
  const { id, name, people, minimum_present } = department;
  const save = useAction(setCover, {
    onSuccess: ({ message }) => {
      toast.done(message ?? "");
      void refetch(listTeamLeave);
    },
  });
  return (
    <SavedNumberField
      max={10_000}
      label={name}
      description={text("cover.people", { count: people, shown: number(people) })}
      placeholder={text("cover.none")}
      value={minimum_present}
      onSave={(next) => save.mutate({ params: { department_id: id }, body: { minimum_present: next } })}
    />
  );
}
