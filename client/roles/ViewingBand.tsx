import { Button } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useFormat, useText } from "../platform/intl/useText";
import { useCurrentUser } from "../platform/session";
import classes from "./ViewingBand.module.css";
import { followViewing, stopViewing } from "./useViewAs";

/** Across every screen while an administrator sees the product as somebody else: as whom, until when, and the way back. */
export function ViewingBand() {
  const { viewing } = useCurrentUser();
  useEffect(followViewing, []);
  return viewing ? <Band until={viewing.until} role={viewing.role} /> : null;
}

function Band({ until, role }: { until: string; role: boolean }) {
  const text = useText();
  const { time } = useFormat();
  const me = useCurrentUser();
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    // The server has ended it by then: what is open is read again as oneself.
    const timer = setTimeout(() => window.location.reload(), Math.max(0, Date.parse(until) - Date.now()) + 1_000);
    return () => clearTimeout(timer);
  }, [until]);
  const values = { name: role ? me.role.name : me.fullname, time: time(new Date(until)) };
  return (
    <section className={classes.band} aria-label={text("viewing.label")}>
      <IconEye size={16} stroke={1.75} aria-hidden />
      <p role="status">{text(role ? "viewing.bandRole" : "viewing.band", values)}</p>
      <Button
        size="compact-sm"
        variant="default"
        loading={leaving}
        onClick={() => {
          setLeaving(true);
          void stopViewing().finally(() => setLeaving(false));
        }}
      >
        {text("viewing.end")}
      </Button>
    </section>
  );
}
