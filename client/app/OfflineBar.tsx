import { Button } from "@mantine/core";
import { IconPlugConnectedX, IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { useFormat, useText } from "../platform/intl/useText";
import { live } from "../platform/live/live";
import { useValue } from "../platform/value";
import { waiting$ } from "../platform/waiting";
import classes from "./OfflineBar.module.css";

/** One line under the top bar while changes don't come: without a connection, or on a page that is too old for one. */
export function OfflineBar() {
  const status = useValue(live.status$);
  return (
    <div aria-live="polite">
      {status === "offline" && <OfflineLine />}
      {status === "outdated" && <OutdatedLine />}
    </div>
  );
}

function OfflineLine() {
  const text = useText();
  const { time } = useFormat();
  const waiting = useValue(waiting$).length;
  const [since] = useState(() => new Date());
  return (
    <p className={classes.bar}>
      <IconPlugConnectedX size={16} stroke={1.75} aria-hidden />
      {text("connection.offlineSince", { time: time(since), count: waiting })}
    </p>
  );
}

/** It isn't reloaded unasked: something may be half written. */
function OutdatedLine() {
  const text = useText();
  return (
    <p className={classes.bar}>
      <IconRefresh size={16} stroke={1.75} aria-hidden />
      {text("connection.outdated.why")}
      <Button size="compact-sm" variant="default" onClick={() => window.location.reload()}>
        {text("connection.reload")}
      </Button>
    </p>
  );
}
