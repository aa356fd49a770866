import type { ReplyOf } from "../../shared/kernel/endpoint";
import type { previewLeave } from "../../shared/leave/leave.contract";
import { Message, useFormat, useText } from "../platform/intl/useText";
import classes from "./LeavePreview.module.css";
import { useLeaveWords } from "./useLeaveWords";

/** What is left before and after, and who else is away. */
export function LeavePreview({ preview }: { preview: ReplyOf<typeof previewLeave>["data"] }) {
  const text = useText();
  const { number } = useFormat();
  const { daysOf, datesOf } = useLeaveWords();
  const { balances, away, blocks } = preview;
  if (balances.length === 0 && away.length === 0 && blocks.length === 0) return null;
  return (
    <aside className={classes.preview} aria-live="polite">
      {balances.map(({ year, before, after }) => (
        <section key={year} className={classes.balance} data-short={after < 0 || undefined}>
          <h2>{text("leave.leftAfter", { year })}</h2>
          <p>
            <strong>{daysOf(after)}</strong>
            <span>{text("leave.leftOf", { days: number(before) })}</span>
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

const shareOf = (days: number, of: number) => (of > 0 ? `${Math.min(100, Math.max(0, (days / of) * 100))}%` : "0%");
