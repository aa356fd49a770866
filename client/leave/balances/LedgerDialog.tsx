import { Modal } from "@mantine/core";
import { IconBeach, IconCoins, IconHourglass } from "@tabler/icons-react";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { type LedgerLine, ledgerLines } from "../../../shared/leave/leave.ledger.rules";
import type { LeaveTypeRef } from "../../../shared/leave/leave.contract";
import { leaveLedger } from "../../../shared/leave/leave-balance.contract";
import { useNameOf } from "../../platform/intl/useNameOf";
import { Message, useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { Day } from "../../ui/signs/Day";
import { EmptyState } from "../../ui/states/EmptyState";
import { ErrorState } from "../../ui/states/ErrorState";
import { SkeletonRows } from "../../ui/states/Skeleton";
import classes from "./LedgerDialog.module.css";
import { LeaveSign } from "../LeaveSign";
import { useLedgerWords } from "./useLedgerWords";
import { useLeaveWords } from "../useLeaveWords";

export type LedgerEntry = ReplyOf<typeof leaveLedger>["data"][number];

export interface LedgerOf {
  userId: number;
  /** Whose it is, where it isn't one's own. */
  name?: string;
  leaveType: LeaveTypeRef;
  year: number;
}

interface LedgerDialogProps {
  /** Null: closed. */
  of: LedgerOf | null;
  onClose: () => void;
}

/**
 * Why a balance is what it is: every entry of a year with its reason, and the balance after it. Opened wherever a
 * balance is shown: `<LedgerDialog of={{ userId, leaveType, year }} onClose={…} />`.
 */
export function LedgerDialog({ of, onClose }: LedgerDialogProps) {
  const text = useText();
  const nameOf = useNameOf();
  return (
    <Modal
      opened={of !== null}
      onClose={onClose}
      size={560}
      title={
        of && (
          <span className={classes.title}>
            <LeaveSign icon={of.leaveType.icon} />
            <span>
              <Message
                id={of.name ? "ledger.titleOf" : "ledger.title"}
                values={{ type: <bdi>{nameOf(of.leaveType)}</bdi>, year: of.year, name: <bdi>{of.name}</bdi> }}
              />
            </span>
          </span>
        )
      }
      closeButtonProps={{ "aria-label": text("action.close") }}
    >
      {of && <Ledger of={of} />}
    </Modal>
  );
}

function Ledger({ of: { userId, leaveType, year } }: { of: LedgerOf }) {
  const text = useText();
  const { daysOf } = useLeaveWords();
  const { signed } = useLedgerWords();
  const query = useEndpoint(leaveLedger, {
    params: { user_id: userId },
    query: { leave_type_id: leaveType.id, year },
  });
  if (query.error && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <SkeletonRows rows={4} height={44} />;
  const lines = ledgerLines(query.data.data);
  const [standing] = query.data.balances;
  if (lines.length === 0) return <EmptyState title={text("ledger.none")} text={text("ledger.none.why")} />;
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <caption className="sr-only">{text("ledger.caption")}</caption>
        <thead>
          <tr>
            <th>{text("ledger.reason")}</th>
            <th>{text("ledger.change")}</th>
            <th>{text("ledger.balance")}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={line.entry.id} line={line} />
          ))}
        </tbody>
        <tfoot>
          {standing && standing.ahead !== 0 && (
            <tr>
              <th scope="row" colSpan={2}>
                {text(standing.ahead > 0 ? "ledger.toCome" : "ledger.keptAhead")}
              </th>
              <td>
                <bdi>{signed(standing.ahead)}</bdi>
              </td>
            </tr>
          )}
          <tr>
            <th scope="row" colSpan={2}>
              {standing && <Message id="ledger.leftOn" values={{ day: <Day value={standing.day} style="medium" /> }} />}
            </th>
            <td>{daysOf(standing?.balance ?? 0)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

const signs = { given: IconCoins, used: IconBeach, waits: IconHourglass } as const;

function Line({ line }: { line: LedgerLine<LedgerEntry> }) {
  const { entry, days, balance, changes } = line;
  const text = useText();
  const { number } = useFormat();
  const { reasonOf, groupOf, signed } = useLedgerWords();
  const { datesOf } = useLeaveWords();
  const nameOf = useNameOf();
  const group = groupOf(line);
  const Sign = signs[group];
  return (
    <tr data-group={group}>
      <th scope="row">
        <Sign size={16} stroke={1.75} aria-hidden />
        <span>
          <span className={classes.reason}>{reasonOf(line)}</span>
          {entry.span && <span className={classes.more}>{datesOf(entry.span)}</span>}
          {changes.map((change) => (
            <span key={change.id} className={classes.more}>
              {reasonOf({ ...line, entry: change, state: "entry" })} <bdi>{signed(change.days)}</bdi>
            </span>
          ))}
          {entry.note && (
            <span className={classes.more}>
              <bdi>{nameOf({ name: entry.note, translations: entry.note_translations })}</bdi>
            </span>
          )}
          <span className={classes.more}>
            {entry.actor ? (
              <Message
                id="ledger.by"
                values={{ name: <bdi>{entry.actor.fullname}</bdi>, day: <Day value={entry.at} style="medium" /> }}
              />
            ) : (
              <Message id="ledger.bySchedule" values={{ day: <Day value={entry.at} style="medium" /> }} />
            )}
          </span>
        </span>
      </th>
      <td data-minus={days < 0 || undefined}>
        <bdi>{signed(days)}</bdi>
        <span className="sr-only">{text("ledger.days")}</span>
      </td>
      <td>
        <bdi>{number(balance)}</bdi>
      </td>
    </tr>
  );
}
