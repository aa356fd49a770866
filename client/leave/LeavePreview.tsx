import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReplyOf } from "../../shared/kernel/endpoint";
import type { previewLeave } from "../../shared/leave/leave.contract";
import type { MessageId } from "../platform/intl/catalogues";
import { Message, useFormat, useText } from "../platform/intl/useText";
import classes from "./LeavePreview.module.css";
import { useLeaveWords } from "./useLeaveWords";

/** What would be left, what stands against it, and who else is away. */
export function LeavePreview({ preview }: { preview: ReplyOf<typeof previewLeave>["data"] }) {
  const text = useText();
  const { number } = useFormat();
  const { daysOf, datesOf } = useLeaveWords();
  const { balances, refusals, away } = preview;
  return (
    <aside className={classes.preview} aria-live="polite">
      {balances.map(({ year, before, after }) => (
        <p key={year} className={classes.balance} data-short={after < 0 || undefined}>
          <span>{text("leave.leftAfter", { year: String(year) })}</span>
          <strong>{daysOf(after)}</strong>
          <span>{text("leave.leftBefore", { days: number(before) })}</span>
        </p>
      ))}
      {refusals.length > 0 && (
        <ul className={classes.refusals}>
          {refusals.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
              {text(message as MessageId)}
            </li>
          ))}
        </ul>
      )}
      {away.length > 0 && (
        <section>
          <h2>{text("leave.alsoAway")}</h2>
          <ul>
            {away.map(({ person, ...span }) => (
              <li key={`${person.id} ${span.start_date}`}>
                <Message id="leave.awayThen" values={{ name: <bdi>{person.fullname}</bdi>, dates: datesOf(span) }} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  );
}
