import { Button } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { addDays } from "../../../../shared/kernel/days";
import { readTimeSheet, type TimeSheet } from "../../../../shared/work/time/sheet.contract";
import { createTimeEntries } from "../../../../shared/work/time/time.contract";
import { isWeekLocked } from "../../../../shared/work/time/week.workflow";
import { call } from "../../../platform/api";
import { reportFailure } from "../../../platform/failure";
import { useText } from "../../../platform/intl/useText";
import { useAction } from "../../../platform/query";
import { toast } from "../../../ui/toast/toast";
import { copyableEntries } from "./copy-week";
import { offerUndoEntries } from "../offer-undo-entries";
import type { SheetView } from "./useSheet";

export function CopyLastWeek({ place, sheet }: { place: SheetView; sheet: TimeSheet }) {
  const text = useText();
  const copy = useAction(createTimeEntries, { onSuccess: offerUndoEntries });
  const open = sheet.days.some((day) => !isWeekLocked(day.state));
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
      const entries = copyableEntries(sheet, before);
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
