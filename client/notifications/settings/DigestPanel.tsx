import { NativeSelect } from "@mantine/core";
import type { NotificationSettings } from "../../../shared/notifications/settings.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { Clock, dayOfWeek, useClock } from "./QuietPanel";
import classes from "./settings.module.css";
import type { SettingsBody } from "./useNotificationSettings";

interface DigestPanelProps {
  digest: NotificationSettings["digest"];
  onChange: (change: Partial<SettingsBody>) => void;
}

/** When what is gathered comes, and what waits for it. */
export function DigestPanel({ digest, onChange }: DigestPanelProps) {
  const text = useText();
  const time = useClock();
  const { day, relativeDay } = useFormat();
  const { time: at, weekday, next_day: next, waiting } = digest;
  return (
    <section className={classes.card} aria-labelledby="digest">
      <h2 id="digest">{text("digest.title")}</h2>
      <div className={classes.times}>
        <Clock label={text("digest.daily")} value={at} onChange={(value) => onChange({ digest_time: value })} />
        <NativeSelect
          size="xs"
          label={text("digest.weekly")}
          value={String(weekday)}
          onChange={(event) => onChange({ digest_weekday: Number(event.currentTarget.value) })}
          data={Array.from({ length: 7 }, (_, one) => ({
            value: String(one),
            label: day(dayOfWeek(one), "weekday"),
          }))}
        />
      </div>
      <p className={classes.help}>
        {next === null
          ? text("digest.never")
          : text("digest.next", { day: relativeDay(next), time: time(at), count: waiting })}
      </p>
    </section>
  );
}
