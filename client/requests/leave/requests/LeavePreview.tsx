import type { ReplyOf } from "../../../../shared/kernel/endpoint";
import type { previewLeave } from "../../../../shared/requests/leave/requests/leave.contract";
import type { LeaveUnit } from "../../../../shared/requests/leave/types/counting.rules";
import { Message, useText } from "../../../platform/intl/useText";
import classes from "./LeavePreview.module.css";
import { useLeaveTexts } from "../types/useLeaveTexts";

interface LeavePreviewProps {
  preview: ReplyOf<typeof previewLeave>["data"];
  unit: LeaveUnit;
}

export function LeavePreview({ preview, unit }: LeavePreviewProps) {
  const text = useText();
  const { amountOf, figureOf, datesOf } = useLeaveTexts();
  const { balances, away, blocks } = preview;
  if (balances.length === 0 && away.length === 0 && blocks.length === 0) return null;
  return (
    <aside className={classes.preview} aria-live="polite">
      {balances.map(({ year, before, after }) => (
        <section key={year} className={classes.balance} data-short={after < 0 || undefined}>
          <h2>{text("leave.leftAfter", { year })}</h2>
          <p>
            <strong>{amountOf(after, unit)}</strong>
            <span>{text("leave.leftOf", { days: figureOf(before, unit) })}</span>
          </p>
          <span className={classes.bar} aria-hidden>
            <i style={{ inlineSize: shareOf(after, before) }} />
            <i data-asked style={{ inlineSize: shareOf(before - after, before) }} />
          </span>
        </section>
      ))}
      {blocks.length > 0 && (
        <section>
          <h2>{text("leaveType.blocks")}</h2>
          <ul>
            {blocks.map(({ stop, note, ...span }) => (
              <li key={`${span.start_date} ${span.end_date}`}>
                {text(stop ? "leave.blockedThen" : "leave.warnedThen", { dates: datesOf(span) })} <bdi>{note}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
      {away.length > 0 && (
        <section>
          <h2>{text("leave.alsoAway")}</h2>
          <ul>
            {away.map(({ person, state, ...span }) => (
              <li key={`${person.id} ${span.start_date}`} data-state={state}>
                <Message
                  id={state === "waiting" ? "leave.awayThen.waiting" : "leave.awayThen"}
                  values={{ name: <bdi>{person.fullname}</bdi>, dates: datesOf(span) }}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  );
}

const shareOf = (days: number, of: number) => (of > 0 ? `${Math.min(100, Math.max(0, (days / of) * 100))}%` : "0%");
