import { useMemo } from "react";
import { useFormat } from "../../../platform/intl/useText";

export interface DurationFormat {
  /** Formats minutes as hours: 1:05, 34:07. */
  hours(minutes: number): string;
  /** Formats seconds as a running clock: 0:42:10. */
  running(seconds: number): string;
}

export function useDurationFormat(): DurationFormat {
  const { number } = useFormat();
  return useMemo(() => {
    const plain = (value: number) => number(value, { useGrouping: false });
    const two = (value: number) => number(value, { minimumIntegerDigits: 2 });
    const clock = (minutes: number) => `${plain(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
    return {
      hours: (minutes) => (minutes < 0 ? `\u2212${clock(-minutes)}` : clock(minutes)),
      running: (seconds) => `${clock(Math.floor(seconds / 60))}:${two(seconds % 60)}`,
    };
  }, [number]);
}
