import { useMemo } from "react";
import { isLanguage, languages } from "../../../shared/kernel/languages";
import { zonedSpanText, type ZonedSpanOptions } from "../../../shared/kernel/zoned-span";
import { deviceTimeZone } from "./formats";
import { activeLanguage$ } from "./language";
import { useFormat, useText } from "./useText";
import { useStore } from "../store";

interface Options extends Pick<ZonedSpanOptions, "withDay" | "named"> {
  style?: "short" | "long";
  alone?: boolean;
}

type Moment = string | number | Date;

/** Returns a formatter for booking times: `when(start, end, zone)`. The current year is omitted. */
export function useTimeSpanText() {
  const text = useText();
  const format = useFormat();
  const { language } = useStore(activeLanguage$);
  return useMemo(() => {
    const direction = isLanguage(language) ? languages[language].direction : "ltr";
    return (
      from: Moment,
      until: Moment,
      timeZone: string,
      { style = "short", alone = false, ...options }: Options = {},
    ): string => {
      const year = new Date().getFullYear();
      const withYear = { short: "medium", long: "longYear" } as const;
      const styleOf = (at: Date) => (at.getFullYear() === year ? style : withYear[style]);
      const formats = {
        text,
        direction,
        day: (at: Date, zone: string) => format.day(at, styleOf(at), zone),
        time: (at: Date, zone: string) => format.time(at, zone),
      } as const;
      const when = { from: new Date(from), until: new Date(until), timeZone };
      return zonedSpanText(when, formats, { ...options, reader: alone ? undefined : deviceTimeZone() });
    };
  }, [text, format, language]);
}
