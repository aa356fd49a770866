import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { HealthProblem } from "../../../shared/operations/operator/health.rules";
import {
  discardEvent,
  type Overview,
  readOperatorLog,
  readOverview,
  retryEvent,
} from "../../../shared/operations/operator/overview.contract";
import { type TextFunction, useFormat, useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { refetch, useAction, useEndpoint } from "../../platform/query";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { Panel } from "../../ui/Panel";
import { ErrorState } from "../../ui/states/ErrorState";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { Table } from "../../ui/Table";
import { FailedReads } from "../../ui/states/FailedReads";
import { BackupsPanel } from "./BackupsPanel";
import { Code, ListPanel } from "./ListPanel";
import { NoticesPanel } from "./NoticesPanel";
import { TenantsPanel } from "./TenantsPanel";
import classes from "./operator.module.css";
import { useBytes } from "./useBytes";

const refreshMs = 10_000;

export function OverviewScreen() {
  const overview = useEndpoint(readOverview, {}, { refetchInterval: refreshMs });
  const { data, error } = overview;
  if (data) return <Loaded overview={data.data} error={error} />;
  if (error) return <ErrorState error={error} onRetry={() => void overview.refetch()} retrying={overview.isFetching} />;
  return <SkeletonRows />;
}

/** `error`: why the figures are out of date; null if they aren't. */
function Loaded({ overview, error }: { overview: Overview; error: Error | null }) {
  const text = useText();
  return (
    <>
      <h1 className="sr-only">{text("operator.title")}</h1>
      <Health problems={overview.problems} error={error} />
      {overview.parked.length > 0 && <ParkedEvents parked={overview.parked} />}
      <NoticesPanel />
      <TenantsPanel />
      <div className={classes.columns}>
        <Facts overview={overview} />
        <BackupsPanel />
        <Schedules schedules={overview.schedules} />
        <Processes processes={overview.processes} />
        <Calls overview={overview} />
        <Log />
      </div>
    </>
  );
}

function Health({ problems, error }: { problems: readonly HealthProblem[]; error: Error | null }) {
  const text = useText();
  if (problems.length === 0 && !error)
    return (
      <p className={classes.healthy} role="status">
        <IconCircleCheck size={16} stroke={1.75} aria-hidden />
        {text("operator.healthy")}
      </p>
    );
  return (
    <ul className={classes.problems} role="status" aria-label={text("operator.problems")}>
      {error && (
        <li>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          {isRestoring(error) ? error.message : text("operator.unreachable")}
          {isRestoring(error) && <small lang="en">{error.record.progress}</small>}
        </li>
      )}
      {problems.map((problem) => (
        <li key={JSON.stringify(problem)}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          {problemText(problem, text)}
        </li>
      ))}
    </ul>
  );
}

type RestoringError = ProblemError & { record: { progress: string } };
const isRestoring = (error: Error): error is RestoringError =>
  error instanceof ProblemError && error.code === "restore.running";

function problemText({ kind, ...values }: HealthProblem, text: TextFunction): string {
  return text(`operator.problem.${kind}`, values);
}

function Facts({ overview: { versions, server, queue, disk } }: { overview: Overview }) {
  const text = useText();
  const { number, percent } = useFormat();
  const bytes = useBytes();
  const seconds = (value: number | null) =>
    value === null ? "–" : number(value, { style: "unit", unit: "second", unitDisplay: "long" });
  const rows: [string, ReactNode][] = [
    [text("operator.version"), <Code key="v">{versions.product}</Code>],
    ["Node.js", <Code key="n">{versions.node}</Code>],
    ["PostgreSQL", <Code key="p">{versions.postgres}</Code>],
    [text("operator.migrations"), number(versions.migrations)],
    [
      text("operator.uptime"),
      number(Math.floor(server.uptime_seconds / 60), { style: "unit", unit: "minute", unitDisplay: "long" }),
    ],
    [text("operator.memory"), bytes(server.memory_bytes)],
    [text("operator.sockets"), server.sockets === null ? "–" : number(server.sockets)],
    [text("operator.waiting"), queue.waiting === null ? "–" : number(queue.waiting)],
    [text("operator.oldest"), seconds(queue.oldest_seconds)],
    [
      text("operator.disk"),
      text("operator.disk.free", { free: bytes(disk.free), percent: percent((disk.free / disk.total) * 100) }),
    ],
    [text("operator.database"), bytes(disk.database)],
  ];
  return (
    <Panel title={text("operator.server")}>
      <Table>
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}

function Schedules({ schedules }: Pick<Overview, "schedules">) {
  const text = useText();
  const { timeOf } = useFormat();
  const heads = [text("operator.schedule"), text("operator.schedule.last"), text("operator.schedule.next")];
  return (
    <ListPanel title={text("operator.schedules")} heads={heads} none={text("operator.schedules.none")}>
      {schedules.map(({ name, last, next, error }) => (
        <tr key={name}>
          <th scope="row" lang="en">
            <Code>{name}</Code>
          </th>
          <td data-bad={error !== null || undefined}>
            {timeOf(last)}
            {error && <small lang="en">{error}</small>}
          </td>
          <td>{next ? timeOf(next) : "–"}</td>
        </tr>
      ))}
    </ListPanel>
  );
}

function Processes({ processes }: Pick<Overview, "processes">) {
  const text = useText();
  const { number, timeOf } = useFormat();
  const heads = [text("operator.process"), text("operator.process.connections"), text("operator.process.since")];
  return (
    <ListPanel title={text("operator.processes")} heads={heads} none="–">
      {processes.map(({ name, connections, since }) => (
        <tr key={name}>
          <th scope="row">
            <Code>{name}</Code>
          </th>
          <td>{number(connections)}</td>
          <td>{since ? timeOf(since) : "–"}</td>
        </tr>
      ))}
    </ListPanel>
  );
}

function Calls({ overview: { slow, errors } }: { overview: Overview }) {
  const text = useText();
  const { number } = useFormat();
  const ms = (value: number) => number(value, { style: "unit", unit: "millisecond" });
  return (
    <>
      <ListPanel
        title={text("operator.slow")}
        heads={[text("operator.call"), text("operator.slow.count"), text("operator.slow.average")]}
        none={text("operator.slow.none")}
      >
        {slow.map(({ call, above_second, average_ms }) => (
          <tr key={call}>
            <th scope="row">
              <Code>{call}</Code>
            </th>
            <td>{number(above_second)}</td>
            <td>{ms(average_ms)}</td>
          </tr>
        ))}
      </ListPanel>
      <ListPanel
        title={text("operator.errors")}
        heads={[text("operator.call"), text("operator.errors.status"), text("operator.errors.count")]}
        none={text("operator.errors.none")}
      >
        {errors.map(({ call, status, count }) => (
          <tr key={`${call} ${status}`}>
            <th scope="row">
              <Code>{call}</Code>
            </th>
            <td data-bad={status >= 500 || undefined}>
              <Code>{status}</Code>
            </td>
            <td>{number(count)}</td>
          </tr>
        ))}
      </ListPanel>
    </>
  );
}

function Log() {
  const text = useText();
  const { timeOf } = useFormat();
  const query = useEndpoint(readOperatorLog, {}, { refetchInterval: 60_000 });
  if (query.isLoadingError)
    return (
      <Panel title={text("operator.log")} padded>
        <FailedReads reads={[query]} />
      </Panel>
    );
  return (
    <ListPanel
      title={text("operator.log")}
      heads={[text("operator.log.time"), text("operator.log.who"), text("operator.log.action")]}
      none="–"
    >
      {(query.data?.data ?? []).slice(0, 20).map(({ id, at, email, action, about }) => (
        <tr key={id}>
          <th scope="row">{timeOf(at)}</th>
          <td>
            <bdi>{email}</bdi>
          </td>
          <td>
            {text(`operator.action.${action}`)}
            {about && (
              <small>
                <bdi>{about}</bdi>
              </small>
            )}
          </td>
        </tr>
      ))}
    </ListPanel>
  );
}

type Parked = Overview["parked"][number];

function ParkedEvents({ parked }: Pick<Overview, "parked">) {
  const text = useText();
  const { timeOf } = useFormat();
  const [pendingAction, setPendingAction] = useState<{ event: Parked; discards: boolean } | null>(null);
  const done = { onSettled: () => (setPendingAction(null), void refetch(readOverview, readOperatorLog)) };
  const retry = useAction(retryEvent, done);
  const discard = useAction(discardEvent, done);
  const confirm = () => {
    if (!pendingAction) return;
    const { tenant_id: tenant, id } = pendingAction.event;
    (pendingAction.discards ? discard : retry).mutate({ params: { tenant, id } });
  };
  return (
    <>
      <ListPanel
        title={text("operator.parked")}
        heads={[
          text("operator.parked.event"),
          text("operator.tenant"),
          text("operator.parked.since"),
          text("operator.parked.reason"),
          "",
        ]}
        none="–"
      >
        {parked.map((event) => (
          <tr key={event.id}>
            <th scope="row">
              <Code>
                {event.type} · {event.stream} · {event.revision}
              </Code>
            </th>
            <td>
              <bdi>{event.tenant}</bdi>
            </td>
            <td>{timeOf(event.parked_at)}</td>
            <td lang="en">{event.last_error ?? "–"}</td>
            <td className={classes.actions}>
              <Button size="xs" onClick={() => setPendingAction({ event, discards: false })}>
                {text("operator.parked.retry")}
              </Button>
              <Button size="xs" onClick={() => setPendingAction({ event, discards: true })}>
                {text("operator.parked.discard")}
              </Button>
            </td>
          </tr>
        ))}
      </ListPanel>
      <ConfirmDialog
        opened={pendingAction !== null}
        title={text(pendingAction?.discards ? "operator.parked.discard" : "operator.parked.retry")}
        confirmLabel={text(pendingAction?.discards ? "operator.parked.discard" : "operator.parked.retry")}
        tone={pendingAction?.discards ? "danger" : "accent"}
        pending={retry.isPending || discard.isPending}
        onConfirm={confirm}
        onClose={() => setPendingAction(null)}
      >
        <p>{text(pendingAction?.discards ? "operator.parked.discard.why" : "operator.parked.retry.why")}</p>
      </ConfirmDialog>
    </>
  );
}
