import { Button } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { addDays } from "../../shared/time/days.rules";
import { readTimeSheet, type TimeSheet } from "../../shared/time/sheet.contract";
import { cellKey } from "../../shared/time/suggestions.rules";
import { createTimeEntries } from "../../shared/time/time.contract";
import { isLocked } from "../../shared/time/week.workflow";
import { call } from "../platform/api";
import { reportFailure } from "../platform/failure";
import { useText } from "../platform/intl/useText";
import { useAction } from "../platform/query";
import { toast } from "../ui/toast";
import type { SheetPlace } from "./useSheet";

/**
 * What was written down seven days before each of these days, where nothing stands yet, the day is open, and it isn't
 * still to come.
 */
export function copiesOf(sheet: TimeSheet, before: TimeSheet) {
  const taken = new Set(sheet.entries.map((entry) => cellKey(entry.task_id, entry.date)));
  const open = new Set(
    sheet.days.filter((day) => !isLocked(day.state) && day.date <= sheet.today).map((day) => day.date),
  );
  const loggable = new Set(before.tasks.filter((task) => task.can.log).map((task) => task.id));
  return before.entries.flatMap(({ task_id, date, hours, minutes }) => {
    const to = addDays(date, 7);
    return open.has(to) && loggable.has(task_id) && !taken.has(cellKey(task_id, to))
      ? [{ task_id, date: to, hours, minutes }]
      : [];
  });
}

export function CopyLastWeek({ place, sheet }: { place: SheetPlace; sheet: TimeSheet }) {
  const text = useText();
  const copy = useAction(createTimeEntries, { onSuccess: ({ message }) => message && toast.done(message) });
  const open = sheet.days.some((day) => !isLocked(day.state));
  if (!open) return null;
  const start = async () => {
    const { projectId } = place;
    const query = {
      from: addDays(place.from, -7),
      to: addDays(place.to, -7),
      ...(projectId ? { project_id: projectId } : {}),
    };
    try {
      const before = (await call(readTimeSheet, { query })).data as TimeSheet;
      const entries = copiesOf(sheet, before);
      if (entries.length === 0) toast.done(text("time.copy.nothing"));
      else copy.mutate({ body: { entries } });
    } catch (error) {
      reportFailure(error as Error);
    }
  };
  return (
    <Button
      size="xs"
      variant="subtle"
      color="gray"
      leftSection={<IconCopy size={14} stroke={1.75} aria-hidden />}
      loading={copy.isPending}
      onClick={() => void start()}
    >
      {text("time.copy")}
    </Button>
  );
}
