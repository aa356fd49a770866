import { useFormat } from "../../platform/intl/useText";
import { useNow } from "../../platform/now";

/** A relative time such as "5 minutes ago", with the full date and time as its tooltip. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const now = useNow();
  const { relative, dateTime } = useFormat();
  // Clamped to the shared clock, so that a newer event isn't shown in the future.
  const moment = new Date(Math.min(Date.parse(at), now.getTime()));
  return (
    <time dateTime={at} title={dateTime(at)} className={className}>
      {relative(moment, now)}
    </time>
  );
}
