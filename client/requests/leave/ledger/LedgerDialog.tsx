import { IconBeach, IconCoins, IconHourglass } from "@tabler/icons-react";
import type { ReplyOf } from "../../../../shared/kernel/endpoint";
import { type LedgerLine, ledgerLines } from "../../../../shared/requests/leave/ledger/ledger.rules";
import type { LeaveUnit } from "../../../../shared/requests/leave/types/counting.rules";
import type { LeaveTypeRef } from "../../../../shared/requests/leave/types/types.contract";
import { leaveLedger } from "../../../../shared/requests/leave/ledger/balance.contract";
import { useNameOf } from "../../../platform/intl/useNameOf";
import { Message, useFormat, useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { DayLabel } from "../../../ui/signs/DayLabel";
import { EmptyState } from "../../../ui/states/EmptyState";
import { ErrorState } from "../../../ui/states/ErrorState";
import { SkeletonRows } from "../../../ui/states/Skeleton";
import { AllowanceWhy } from "./AllowanceWhy";
import classes from "./LedgerDialog.module.css";
import { Overrides } from "./Overrides";
import { LeaveIcon } from "../types/LeaveIcon";
import { useLeaveTexts, withTypographicMinus } from "../types/useLeaveTexts";
import { useMemo } from "react";
import { useOrganizationToday } from "../../../platform/useOrganizationToday";
import { Dialog } from "../../../ui/Dialog";

export type LedgerEntry = ReplyOf<typeof leaveLedger>["data"][number];

export interface LedgerSubject {
  userId: number;
  /** Name of the employee, unless it is the user. */
  name?: string;
  leaveType: LeaveTypeRef;
  year: number;
}

interface LedgerDialogProps {
  of: LedgerSubject | null;
  onClose: () => void;
}

export function LedgerDialog({ of, onClose }: LedgerDialogProps) {
  const nameOf = useNameOf();
  return (
    <Dialog
      opened={of !== null}
      onClose={onClose}
      size={560}
      title={
        of && (
          <span className={classes.title}>
            <LeaveIcon icon={of.leaveType.icon} />
            <span>
              <Message
                id={of.name ? "ledger.titleOf" : "ledger.title"}
                values={{ type: <bdi>{nameOf(of.leaveType)}</bdi>, year: of.year, name: <bdi>{of.name}</bdi> }}
              />
            </span>
          </span>
        )
      }
    >
      {of && <Ledger of={of} />}
    </Dialog>
  );
}

function Ledger({ of: { userId, leaveType, year } }: { of: LedgerSubject }) {
  const text = useText();
  const { amountOf } = useLeaveTexts();
  const { signed } = useLedgerTexts(leaveType.unit);
  const query = useEndpoint(leaveLedger, {
    params: { user_id: userId },
    query: { leave_type_id: leaveType.id, year },
  });
  if (query.error && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <SkeletonRows rows={4} height={44} />;
  const lines = ledgerLines(query.data.data);
  const [standing] = query.data.balances;
  if (lines.length === 0 && !standing?.allowance)
    return <EmptyState title={text("ledger.none")} text={text("ledger.none.why")} />;
  return (
    <>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <caption className="sr-only">{text("ledger.caption")}</caption>
          <thead>
            <tr>
              <th>{text("ledger.reason")}</th>
              <th>{text(leaveType.unit === "hours" ? "ledger.hours" : "ledger.change")}</th>
              <th>{text("ledger.balance")}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Line key={line.entry.id} line={line} unit={leaveType.unit} />
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
                {standing && (
                  <Message id="ledger.leftOn" values={{ day: <DayLabel value={standing.day} style="medium" /> }} />
                )}
              </th>
              <td>{amountOf(standing?.balance ?? 0, leaveType.unit)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      {standing?.allowance && <AllowanceWhy reason={standing.allowance} year={year} unit={leaveType.unit} />}
      <Overrides userId={userId} leaveType={leaveType} />
    </>
  );
}

const signs = { given: IconCoins, used: IconBeach, waits: IconHourglass } as const;

function Line({ line, unit }: { line: LedgerLine<LedgerEntry>; unit: LeaveUnit }) {
  const { entry, days, balance, changes } = line;
  const text = useText();
  const { reasonOf, groupOf, signed, dayOf } = useLedgerTexts(unit);
  const { datesOf, figureOf } = useLeaveTexts();
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
                values={{
                  name: <bdi>{entry.actor.fullname}</bdi>,
                  day: <DayLabel value={entry.on_day ?? entry.at} style="medium" />,
                }}
              />
            ) : (
              <Message id="ledger.bySchedule" values={{ day: <DayLabel value={dayOf(line)} style="medium" /> }} />
            )}
          </span>
        </span>
      </th>
      <td data-minus={days < 0 || undefined}>
        <bdi>{signed(days)}</bdi>
        <span className="sr-only">{unit === "days" && text("ledger.days")}</span>
      </td>
      <td>
        <bdi>{figureOf(balance, unit)}</bdi>
      </td>
    </tr>
  );
}

/** Month of a period key (`2026`, `2026-03`). Keys of corrections have a number appended. */
const monthOf = (period: string | null) => /^(\d{4}-\d{2})(?!\d)/.exec(period ?? "")?.[1] ?? null;

function useLedgerTexts(unit: LeaveUnit) {
  const text = useText();
  const { figureOf } = useLeaveTexts();
  const { number, day } = useFormat();
  const today = useOrganizationToday();
  return useMemo(
    () => ({
      /** Describes the reason for an entry, for example "Allowance 2026", "March's part", "Waiting, given back" or "Holiday added". */
      reasonOf({
        entry: { reason, cause, period, year, span },
        state,
      }: Pick<LedgerLine<LedgerEntry>, "entry" | "state">): string {
        const month = monthOf(period);
        const isAhead = state === "taken" && span !== null && span.start_date > today;
        const reasonText =
          reason === "expired" && period?.startsWith("lieu:")
            ? text("ledger.reason.creditExpired")
            : reason === "accrual" && month
              ? text("ledger.reason.accrual", { month: day(`${month}-01`, "monthYear") })
              : state !== "entry"
                ? text(isAhead ? "ledger.reason.booked" : `ledger.reason.${state}`)
                : reason === "carried"
                  ? text("ledger.reason.carried", { year: year - 1 })
                  : reason === "allowance"
                    ? text("ledger.reason.allowance", { year })
                    : reason === "accrual"
                      ? text("ledger.reason.allowance", { year })
                      : text(
                          `ledger.reason.${reason as "expired" | "adjustment" | "opening" | "payout" | "forfeited" | "credit" | "taken" | "waiting" | "returned"}`,
                        );
        if (cause === null) return reasonText;
        const why = text(`ledger.cause.${cause}`);
        return reason === "holiday" && state === "entry" ? why : text("ledger.because", { what: reasonText, why });
      },
      groupOf: ({ state }: Pick<LedgerLine<LedgerEntry>, "state">): "given" | "used" | "waits" =>
        state === "waiting" ? "waits" : state === "entry" ? "given" : "used",
      /** Number of days with its sign, for example "+3" or "−6.5". */
      signed: (days: number) =>
        unit === "hours"
          ? `${days > 0 ? "+" : ""}${figureOf(days, unit)}`
          : withTypographicMinus(number(days, { signDisplay: "exceptZero" })),
      /** Date of an entry; days granted in advance count from the first day of their year or month. */
      dayOf: ({ entry: { period, at, on_day }, date }: Pick<LedgerLine<LedgerEntry>, "entry" | "date">): string =>
        on_day ?? (period !== null && !period.includes(":") ? date : at),
    }),
    [text, number, day, today, unit, figureOf],
  );
}
