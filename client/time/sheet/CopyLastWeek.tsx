import { Button } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { addDays } from "../../../shared/time/days.rules";
import { readTimeSheet, type TimeSheet } from "../../../shared/time/sheet.contract";
import { createTimeEntries } from "../../../shared/time/time.contract";
import { isLocked } from "../../../shared/time/week.workflow";
import { call } from "../../platform/api";
import { reportFailure } from "../../platform/failure";
import { useText } from "../../platform/intl/useText";
import { useAction } from "../../platform/query";
import { toast } from "../../ui/toast/toast";
import { copiesOf } from "./copy-week";
import { offerUnlog } from "../offer-unlog";
import type { SheetPlace } from "./useSheet";

export function CopyLastWeek({ place, sheet }: { place: SheetPlace; sheet: TimeSheet }) {
  const text = useText();
  const copy = useAction(createTimeEntries, { onSuccess: offerUnlog });
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
