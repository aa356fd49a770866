import { IconPlugConnectedX } from "@tabler/icons-react";
import { useState } from "react";
import { useFormat, useText } from "../platform/intl/useText";
import { live } from "../platform/live";
import { useValue } from "../platform/value";
import { waiting$ } from "../platform/waiting";
import classes from "./OfflineBar.module.css";

/** One line under the top bar while there is no connection; never a dialog. */
export function OfflineBar() {
  const offline = useValue(live.status$) === "offline";
  return <div aria-live="polite">{offline && <Line />}</div>;
}

function Line() {
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
