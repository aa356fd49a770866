import { Link } from "react-router-dom";
import { useEndpoint } from "../platform/query";
import { userHistory } from "../../shared/people/user-history.contract";
import type { ReplyOf } from "../../shared/kernel/endpoint";
import { type EntryFile, listEntryFiles } from "../../shared/employment/entry.contract";
import { EmploymentEntry } from "../employment/EmploymentEntry";
import { FieldChange } from "../employment/FieldChange";
import { Message, useText } from "../platform/intl/useText";
import { ProblemError } from "../platform/problem-error";
import { DatedLine } from "../ui/signs/DatedLine";
import { Panel } from "../ui/Panel";
import { ErrorState } from "../ui/states/ErrorState";
import { SkeletonRows } from "../ui/states/Skeleton";
import { EntryFiles } from "./EntryFiles";

type Entry = ReplyOf<typeof userHistory>["data"][number];

/** So many stand where the whole has a place of its own. */
const latest = 3;

interface EmployeeHistoryProps {
  id: number;
  /** Where all of it stands; without it, here. */
  toAll?: string | undefined;
}

/** What changed in somebody's employment, the latest first. Who may not read a field doesn't find its changes. */
export function EmployeeHistory({ id, toAll }: EmployeeHistoryProps) {
  const text = useText();
  const { data, error, isPending, refetch } = useEndpoint(userHistory, { params: { id } });
  const files = useEndpoint(listEntryFiles, { params: { id } }).data?.data;
  if (isPending) return <SkeletonRows rows={3} />;
  // Whoever may not read it finds nothing; what failed says so.
  if (!data && !(error instanceof ProblemError && error.status === 403))
    return (
      <Panel title={text("people.history")}>
        <ErrorState error={error as Error} onRetry={() => void refetch()} />
      </Panel>
    );
  if (!data || data.data.length === 0) return null;
  const more = toAll !== undefined && data.data.length > latest;
  return (
    <Panel
      title={text("people.history")}
      end={more && <Link to={toAll}>{text("dashboard.showAll", { count: data.data.length })}</Link>}
      padded
    >
      <DatedLine>
        {(more ? data.data.slice(0, latest) : data.data).map((entry) => (
          <Line
            key={entry.id}
            entry={entry}
            userId={id}
            files={(files ?? []).filter(({ entry_id: on }) => on === entry.id)}
          />
        ))}
      </DatedLine>
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
      {reason && <p>{reason}</p>}
      {actor && (
        <small>
          <Message id="people.history.by" values={{ name: <bdi>{actor.fullname}</bdi> }} />
        </small>
      )}
      {type !== "change" && <EntryFiles entry={entry} userId={userId} files={files} />}
    </EmploymentEntry>
  );
}
