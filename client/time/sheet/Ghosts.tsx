import { Button } from "@mantine/core";
import { IconWand } from "@tabler/icons-react";
import { useCallback } from "react";
import type { TimeSheet } from "../../../shared/time/sheet.contract";
import type { Ghost } from "../../../shared/time/sheet.rules";
import { createTimeEntries } from "../../../shared/time/time.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useAction } from "../../platform/query";
import classes from "./Ghosts.module.css";
import { offerUnlog } from "../offer-unlog";
import { useClock } from "../timer/useClock";

/** Where a suggestion comes from, in words. */
export function useGhostWords(): (source: Ghost["source"]) => string {
  const text = useText();
  const { time } = useFormat();
  return useCallback(
    ({ kind, at, minutes, column }) => {
      if (kind === "timer") return text("time.ghost.timer", { minutes: minutes ?? 0 });
      if (kind === "moved" && column) return text("time.ghost.moved", { column, at: time(at) });
      return text(`time.ghost.${kind === "commented" ? "commented" : "edited"}`, { at: time(at) });
    },
    [text, time],
  );
}

/** How many suggestions there are, and all of them at once. */
export function GhostBar({ sheet }: { sheet: TimeSheet }) {
  const text = useText();
  const { hours } = useClock();
  const take = useAction(createTimeEntries, { onSuccess: offerUnlog });
  const { suggestions } = sheet;
  if (suggestions.length === 0) return null;
  const sum = suggestions.reduce((all, { minutes }) => all + minutes, 0);
  const takeAll = () =>
    take.mutate({
      body: {
        entries: suggestions.map(({ task_id, date, minutes }) => ({
          task_id,
          date,
          hours: Math.floor(minutes / 60),
          minutes: minutes % 60,
        })),
      },
    });
  return (
    <span className={classes.bar}>
      <IconWand size={14} stroke={1.75} aria-hidden />
      <span>{text("time.ghosts", { count: suggestions.length, length: hours(sum) })}</span>
      <Button size="xs" loading={take.isPending} onClick={takeAll}>
        {text("time.ghosts.takeAll")}
      </Button>
    </span>
  );
}
