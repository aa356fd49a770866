import { Button } from "@mantine/core";
import {
  type ArchiveRun,
  readArchiveRun,
  startArchiveRun,
  stopArchiveRun,
} from "../../../../shared/requests/finance/finance-settings.contract";
import type { ReplyOf } from "../../../../shared/kernel/endpoint";
import { Message, useFormat, useText } from "../../../platform/intl/useText";
import { useAction, useEndpoint } from "../../../platform/query";
import { ErrorState } from "../../../ui/states/ErrorState";
import { SkeletonRows } from "../../../ui/states/Skeleton";
import { StatusGlyph } from "../../../ui/signs/StatusGlyph";
import { useState } from "react";
import classes from "./ArchiveRunDialog.module.css";
import { Dialog } from "../../../ui/Dialog";
import flow from "../../../ui/layout/flow.module.css";

type RunState = ReplyOf<typeof readArchiveRun>["data"];

interface ArchiveRunDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** The archive run with its progress and result. It continues when the dialog is closed. */
export function ArchiveRunDialog({ opened, onClose }: ArchiveRunDialogProps) {
  const text = useText();
  return (
    <Dialog opened={opened} onClose={onClose} title={text("finance.archiveRun.title")} size={460}>
      {opened && <Run onClose={onClose} />}
    </Dialog>
  );
}

function Run({ onClose }: Pick<ArchiveRunDialogProps, "onClose">) {
  const text = useText();
  const query = useEndpoint(readArchiveRun, {}, { staleTime: 0 });
  /** Id of the run started here, so that an earlier run's result isn't shown. */
  const [begun, setBegun] = useState<number | null>(null);
  const start = useAction(startArchiveRun, {
    onSuccess: ({ data }) => {
      setBegun(data.id);
      void query.refetch();
    },
  });
  const stop = useAction(stopArchiveRun, { onSuccess: () => void query.refetch() });
  const standing = query.data?.data;
  if (query.error && !standing) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!standing) return <SkeletonRows rows={4} />;
  const { run } = standing;
  const visibleRun = run && (run.state === "running" || run.id === begun) ? run : null;
  return (
    <div className={classes.body}>
      {visibleRun ? <Progress run={visibleRun} /> : <Due standing={standing} />}
      <footer className={flow.actions}>
        {visibleRun?.state === "running" && visibleRun.can.stop && (
          <Button loading={stop.isPending} onClick={() => stop.mutate({ params: { id: visibleRun.id } })}>
            {text("finance.archiveRun.stop")}
          </Button>
        )}
        <Button onClick={onClose}>{text("action.close")}</Button>
        {!visibleRun && (
          <Button
            variant="filled"
            disabled={standing.due === 0}
            loading={start.isPending}
            onClick={() => start.mutate({})}
          >
            {text("finance.archiveRun.start")}
          </Button>
        )}
      </footer>
    </div>
  );
}

function Due({ standing: { due, unsettled, paid_until, run } }: { standing: RunState }) {
  const text = useText();
  const { day } = useFormat();
  return (
    <>
      <p>{text("finance.archiveRun.what", { day: day(paid_until, "medium") })}</p>
      <p>
        <strong>{text("finance.archiveRun.due", { count: due })}</strong>
      </p>
      {unsettled > 0 && <p className={classes.quiet}>{text("finance.archiveRun.unsettled", { count: unsettled })}</p>}
      {run && <LastArchiveRun run={run} />}
    </>
  );
}

export function LastArchiveRun({ run }: { run: Pick<ArchiveRun, "started_at" | "started_by" | "moved"> }) {
  const text = useText();
  const { dateTime } = useFormat();
  return (
    <p className={classes.quiet}>
      <Message
        id="finance.archiveRun.last"
        values={{
          at: dateTime(run.started_at),
          by: run.started_by ? <bdi>{run.started_by.fullname}</bdi> : text("finance.archiveRun.schedule"),
          count: run.moved,
        }}
      />
    </p>
  );
}

function Progress({ run }: { run: ArchiveRun }) {
  const text = useText();
  const { day, number } = useFormat();
  const { state, due, moved, unsettled, latest } = run;
  const share = due > 0 ? Math.min(100, Math.round((moved * 100) / due)) : 100;
  return (
    <>
      <div className={classes.count} aria-live="polite">
        <strong>{text("finance.archiveRun.moved", { moved: number(moved), due: number(due) })}</strong>
        <span className={classes.quiet}>{text(`finance.archiveRun.${state}`)}</span>
      </div>
      <div
        className={classes.bar}
        role="progressbar"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={state === "done" ? 100 : share}
        aria-label={text("finance.archiveRun.progress")}
      >
        <i style={{ inlineSize: `${state === "done" ? 100 : share}%` }} />
      </div>
      <ul className={classes.latest}>
        {latest.map((one) => (
          <li key={one.id}>
            <StatusGlyph status="done" />
            <bdi className={classes.number}>{one.number}</bdi>
            <bdi className="clip">{one.title}</bdi>
            <span className={classes.quiet}>{day(one.paid_on)}</span>
          </li>
        ))}
      </ul>
      {unsettled > 0 && <p className={classes.quiet}>{text("finance.archiveRun.unsettled", { count: unsettled })}</p>}
      {state === "running" && <p className={classes.quiet}>{text("finance.archiveRun.mayClose")}</p>}
    </>
  );
}
