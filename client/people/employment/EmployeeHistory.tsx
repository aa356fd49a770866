import { Link } from "react-router-dom";
import { useEndpoint } from "../../platform/query";
import { listUserHistory } from "../../../shared/people/people/user-history.contract";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { type EntryFile, listEntryFiles } from "../../../shared/people/employment/entry.contract";
import { EmploymentEntry } from "./EmploymentEntry";
import { FieldChange } from "./FieldChange";
import { Message, useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { DatedList } from "../../ui/signs/DatedList";
import { Panel } from "../../ui/Panel";
import { ErrorState } from "../../ui/states/ErrorState";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { EntryFiles } from "./EntryFiles";

type Entry = ReplyOf<typeof listUserHistory>["data"][number];

/** Number of entries shown when the full history is on another tab. */
const latest = 3;

interface EmployeeHistoryProps {
  id: number;
  /** Link to the full history; if missing, all entries are shown. */
  toAll?: string | undefined;
}

export function EmployeeHistory({ id, toAll }: EmployeeHistoryProps) {
  const text = useText();
  const { data, error, isPending, refetch } = useEndpoint(listUserHistory, { params: { id } });
  const files = useEndpoint(listEntryFiles, { params: { id } }).data?.data;
  if (isPending) return <SkeletonRows rows={3} />;
  // Hidden on 403; other errors are shown.
  if (!data && !(error instanceof ProblemError && error.status === 403))
    return (
      <Panel title={text("people.history")}>
        <ErrorState error={error as Error} onRetry={() => void refetch()} />
      </Panel>
    );
  if (!data || data.data.length === 0) return null;
  const hasMoreEntries = toAll !== undefined && data.data.length > latest;
  return (
    <Panel
      title={text("people.history")}
      end={hasMoreEntries && <Link to={toAll}>{text("dashboard.showAll", { count: data.data.length })}</Link>}
      padded
    >
      <DatedList>
        {(hasMoreEntries ? data.data.slice(0, latest) : data.data).map((entry) => (
          <Line
            key={entry.id}
            entry={entry}
            userId={id}
            files={(files ?? []).filter(({ entry_id: on }) => on === entry.id)}
          />
        ))}
      </DatedList>
    </Panel>
  );
}

function Line({ entry, userId, files }: { entry: Entry; userId: number; files: readonly EntryFile[] }) {
  const text = useText();
  const { type, actor, fields, reason } = entry;
  return (
    <EmploymentEntry entry={entry}>
      <strong>{text(`people.history.${type}`)}</strong>
      {fields.length > 0 && (
        <ul>
          {fields.map((change) => (
            <li key={change.field}>
              <FieldChange {...change} />
            </li>
          ))}
        </ul>
      )}
      {reason && <p dir="auto">{reason}</p>}
      {actor && (
        <small>
          <Message id="people.history.by" values={{ name: <bdi>{actor.fullname}</bdi> }} />
        </small>
      )}
      {type !== "change" && <EntryFiles entry={entry} userId={userId} files={files} />}
    </EmploymentEntry>
  );
}
