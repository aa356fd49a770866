import { Button } from "@mantine/core";
import { IconWand } from "@tabler/icons-react";
import { useCallback } from "react";
import type { TimeSheet } from "../../../../shared/work/time/sheet.contract";
import type { TimeSuggestion } from "../../../../shared/work/time/sheet.rules";
import { createTimeEntries } from "../../../../shared/work/time/time.contract";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useAction } from "../../../platform/query";
import classes from "./TimeSuggestions.module.css";
import { offerUndoEntries } from "../offer-undo-entries";
import { useDurationFormat } from "../timer/useDurationFormat";

export function useSuggestionText(): (source: TimeSuggestion["source"]) => string {
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

export function SuggestionBar({ sheet }: { sheet: TimeSheet }) {
  const text = useText();
  const { hours } = useDurationFormat();
  const take = useAction(createTimeEntries, { onSuccess: offerUndoEntries });
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
