import { Link } from "react-router-dom";
import { useEndpoint } from "../platform/query";
import { contractTypes } from "../../shared/people/people.fields";
import { type HistoryField, userHistory } from "../../shared/people/user-history.contract";
import type { ReplyOf } from "../../shared/kernel/endpoint";
import { type EntryFile, listEntryFiles } from "../../shared/employment/entry.contract";
import { Message, useText } from "../platform/intl/useText";
import { Day } from "../ui/signs/Day";
import { Money } from "../ui/signs/Money";
import { Panel } from "../ui/Panel";
import { SkeletonRows } from "../ui/states/Skeleton";
import { EntryFiles } from "./EntryFiles";
import classes from "./EmployeeHistory.module.css";

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
  const { data, isPending } = useEndpoint(userHistory, { params: { id } });
  const files = useEndpoint(listEntryFiles, { params: { id } }).data?.data;
  if (isPending) return <SkeletonRows rows={3} />;
  if (!data || data.data.length === 0) return null;
  const more = toAll !== undefined && data.data.length > latest;
  return (
    <Panel
      title={text("people.history")}
      end={more && <Link to={toAll}>{text("dashboard.showAll", { count: data.data.length })}</Link>}
      padded
    >
      <ol className={classes.list}>
        {(more ? data.data.slice(0, latest) : data.data).map((entry) => (
          <Line
            key={entry.id}
            entry={entry}
            userId={id}
            files={(files ?? []).filter(({ entry_id: on }) => on === entry.id)}
          />
        ))}
      </ol>
    </Panel>
  );
}

function Line({ entry, userId, files }: { entry: Entry; userId: number; files: readonly EntryFile[] }) {
  const text = useText();
  const { type, effective_on: on, actor, fields, reason } = entry;
  return (
    <li className={classes.entry}>
      <Day value={on} style="medium" className={classes.day} />
      <div>
        <strong>{text(`people.history.${type}`)}</strong>
        <ul>
          {fields.map(({ field, before, after }) => (
            <li key={field}>
              {text(`people.field.${field}`)}: <Change field={field} before={before} after={after} />
            </li>
          ))}
        </ul>
        {reason && <p>{reason}</p>}
        {type !== "change" && <EntryFiles entry={entry} userId={userId} files={files} />}
        {actor && (
          <small>
            <Message id="people.history.by" values={{ name: <bdi>{actor.fullname}</bdi> }} />
          </small>
        )}
      </div>
    </li>
  );
}

interface ChangeProps {
  field: HistoryField;
  before: string | null;
  after: string | null;
}

function Change({ field, before, after }: ChangeProps) {
  const text = useText();
  const say = (value: string | null) => {
    const [amount, currency] = field === "salary" && value ? value.split(" ") : [];
    if (amount && currency) return <Money amount={amount} currency={currency} />;
    const contract = field === "contract_type" && contractTypes.find((type) => type === value);
    return <bdi>{contract ? text(`people.contract.${contract}`) : (value ?? "–")}</bdi>;
  };
  if (before === null) return say(after);
  return <Message id="people.history.fromTo" values={{ from: say(before), to: say(after) }} />;
}
