import { useMemo } from "react";
import { useFormat } from "../../platform/intl/useText";

export interface Clock {
  /** Minutes as in a table of hours: 1:05, 34:07. */
  hours(minutes: number): string;
  /** A running clock: 0:42:10. */
  running(seconds: number): string;
}

/** Lengths of time as clocks show them, in the reader's digits. */
export function useClock(): Clock {
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
