import { BehaviorSubject } from "rxjs";
import { useFormat } from "../platform/intl/useText";
import { useValue } from "../platform/value";

/** One clock for all of them: distances grow while one looks. */
const minute$ = new BehaviorSubject(0);
setInterval(() => minute$.next(minute$.value + 1), 30_000);

/** "5 minutes ago", with the full date and time as its tooltip. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  useValue(minute$);
  const { relative, dateTime } = useFormat();
  return (
    <time dateTime={at} title={dateTime(at)} className={className}>
      {relative(at)}
    </time>
  );
}
