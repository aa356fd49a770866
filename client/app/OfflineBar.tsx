import { Button } from "@mantine/core";
import { IconPlugConnectedX, IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { useFormat, useText } from "../platform/intl/useText";
import { liveClient } from "../platform/live/live";
import { useStore } from "../platform/store";
import { unsentChanges$ } from "../platform/unsent-changes";
import classes from "./OfflineBar.module.css";

/** Bar shown below the top bar while live updates don't arrive, because the browser is offline or the page is too old for the server. */
export function OfflineBar() {
  const status = useStore(liveClient.status$);
  return (
    <div aria-live="polite">
      {status === "offline" && <OfflineNotice />}
      {status === "outdated" && <OutdatedNotice />}
    </div>
  );
}

function OfflineNotice() {
  const text = useText();
  const { time } = useFormat();
  const waiting = useStore(unsentChanges$).length;
  const [since] = useState(() => new Date());
  return (
    <p className={classes.bar}>
      <IconPlugConnectedX size={16} stroke={1.75} aria-hidden />
      {text("connection.offlineSince", { time: time(since), count: waiting })}
    </p>
  );
}

/** Reloads only on the user's request, because a form may have unsaved input. */
function OutdatedNotice() {
  const text = useText();
  return (
    <p className={classes.bar}>
      <IconRefresh size={16} stroke={1.75} aria-hidden />
      {text("connection.outdated.why")}
      <Button size="compact-sm" onClick={() => window.location.reload()}>
        {text("connection.reload")}
      </Button>
    </p>
  );
}
