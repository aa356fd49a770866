import { daysBetween, type DayStyle } from "../../platform/intl/formats";
import { useFormat } from "../../platform/intl/useText";
import { useNow } from "../../platform/now";

interface DayProps {
  /** `YYYY-MM-DD` or a timestamp. */
  value: string;
  style?: DayStyle;
  near?: boolean;
  className?: string;
}

export function DayLabel({ value, style = "short", near = false, className }: DayProps) {
  const { day, relativeDay } = useFormat();
  const now = useNow();
  const isNear = near && Math.abs(daysBetween(value.slice(0, 10), now)) <= 1;
  return (
    <time dateTime={value} title={day(value, "long")} className={className}>
      {isNear ? relativeDay(value.slice(0, 10), now) : day(value, style)}
    </time>
  );
}
