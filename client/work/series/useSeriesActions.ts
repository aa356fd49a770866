import type { BodyOf } from "../../../shared/kernel/endpoint";
import {
  createSeries,
  restoreSeriesTemplate,
  type Series,
  setSeriesState,
  skipSeriesDate,
  updateSeries,
  useTaskForLater,
} from "../../../shared/work/series/series.contract";
import type { SeriesSettings, SeriesState } from "../../../shared/work/series/series.schema";
import { call } from "../../platform/api";
import { useFormat, useText } from "../../platform/intl/useText";
import { useAction } from "../../platform/query";
import { rememberStep, type UndoStep } from "../../undo/history";
import { undoableMutation } from "../../undo/undoable-mutation";
import { settingsOf } from "./series.form";

/** Undoes a change of the state, and redoes it. Refused if another user has changed the state since. */
const stateStep = (label: string, id: number, before: SeriesState, after: SeriesState): UndoStep => ({
  text: label,
  undo: async () => {
    await call(setSeriesState, { params: { id }, body: { state: before, previous_state: after } });
    return stateStep(label, id, after, before);
  },
});

/** Inverts `skipped`, the state that the user saw. Refused if another user has changed the date since, which an undo would revert. */
const skipBody = (day: string, skipped: boolean) => ({ day, skipped: !skipped, previous_skipped: skipped });

const skipStep = (label: string, id: number, day: string, skipped: boolean): UndoStep => ({
  text: label,
  undo: async () => {
    await call(skipSeriesDate, { params: { id }, body: skipBody(day, skipped) });
    return skipStep(label, id, day, !skipped);
  },
});

/** Restores the rule `before`, and then the rule `after` again. Refused if another user has changed the series since. */
const ruleStep = (label: string, { id, version }: Series, before: SeriesSettings, after: SeriesSettings): UndoStep => ({
  text: label,
  undo: async () => {
    const { data } = await call(updateSeries, { params: { id }, body: { ...before, version } });
    return ruleStep(label, data, after, before);
  },
});

/** Exchanges the values of the coming tasks with the former ones, and back. */
const templateStep = (label: string, { id, version }: Series): UndoStep => ({
  text: label,
  undo: async () => {
    const { data } = await call(restoreSeriesTemplate, { params: { id }, body: { version } });
    return templateStep(label, data);
  },
});

/**
 * Changes the rule of a series, or sets up a new one for a task. A series by itself that has ended is resumed. Undoing restores the rule, or
 * ends the series.
 */
export async function saveSeries(
  taskId: number | null,
  series: Series | null,
  settings: SeriesSettings,
  { label, idempotencyKey }: { label: string; idempotencyKey: string },
): Promise<void> {
  if (series && series.state !== "ended") {
    const body = { ...settings, version: series.version };
    const { data } = await call(updateSeries, { params: { id: series.id }, body });
    rememberStep(ruleStep(label, data, settingsOf(series), settings), { offer: true });
    return;
  }
  if (taskId !== null) {
    const { data } = await call(createSeries, { params: { id: taskId }, body: settings, idempotencyKey });
    rememberStep(stateStep(label, data.id, "ended", "active"), { offer: true });
    return;
  }
  if (!series) return;
  const body = { ...settings, version: series.version, resume: true };
  await call(updateSeries, { params: { id: series.id }, body });
  rememberStep(stateStep(label, series.id, "ended", "active"), { offer: true });
}

export function useSeriesActions(series: Series) {
  const text = useText();
  const { day: dayText } = useFormat();
  const params = { id: series.id };
  const stateChange = useAction(setSeriesState, {
    ...undoableMutation(text("series.undoState"), ({ data }) =>
      stateStep(text(`series.undoState.${data.state}`), data.id, series.state, data.state),
    ),
  });
  const skip = useAction(skipSeriesDate, {
    ...undoableMutation(text("series.undoSkip"), ({ data }, { body }) => {
      const { day = "", skipped: isSkipped = false } = body as Partial<BodyOf<typeof skipSeriesDate>>;
      const id = isSkipped ? "series.undoSkip.skipped" : "series.undoSkip.restored";
      const label = text(id, { date: dayText(day, "medium") });
      return skipStep(label, data.id, day, isSkipped);
    }),
  });
  const use = useAction(useTaskForLater, {
    ...undoableMutation(text("series.undoTemplate"), ({ data }) => templateStep(text("series.undoTemplate"), data)),
  });
  return {
    setState: (state: SeriesState) => stateChange.mutate({ params, body: { state } }),
    setSkipped: (day: string, skipped: boolean) => skip.mutate({ params, body: skipBody(day, !skipped) }),
    useForLater: (taskId: number) => use.mutate({ params, body: { task_id: taskId } }),
    isPending: stateChange.isPending || skip.isPending || use.isPending,
  };
}
