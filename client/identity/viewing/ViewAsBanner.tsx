import { Button } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useRoleName } from "../../platform/intl/useRoleName";
import { useFormat, useText } from "../../platform/intl/useText";
import { useCurrentUser } from "../../platform/session";
import classes from "./ViewAsBanner.module.css";
import { reloadOnViewingChange, stopViewingAs } from "./view-as";

export function ViewAsBanner() {
  const { viewing } = useCurrentUser();
  useEffect(reloadOnViewingChange, []);
  return viewing ? <Band until={viewing.until} role={viewing.role} /> : null;
}

function Band({ until, role }: { until: string; role: boolean }) {
  const text = useText();
  const { time } = useFormat();
  const roleName = useRoleName();
  const me = useCurrentUser();
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    // The server has ended the view by then, so the reload shows the user's own account.
    const timer = setTimeout(() => window.location.reload(), Math.max(0, Date.parse(until) - Date.now()) + 1_000);
    return () => clearTimeout(timer);
  }, [until]);
  const values = { name: role ? roleName(me.role) : me.fullname, time: time(new Date(until)) };
  return (
    <section className={classes.band} aria-label={text("viewing.label")}>
      <IconEye size={16} stroke={1.75} aria-hidden />
      <p role="status">{text(role ? "viewing.bandRole" : "viewing.band", values)}</p>
      <Button
        size="compact-sm"
        loading={leaving}
        onClick={() => {
          setLeaving(true);
          void stopViewingAs().finally(() => setLeaving(false));
        }}
      >
        {text("viewing.end")}
      </Button>
    </section>
  );
}
