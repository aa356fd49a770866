import { Popover, UnstyledButton } from "@mantine/core";
import { useText } from "../../platform/intl/useText";
import { live } from "../../platform/live/live";
import { useValue } from "../../platform/value";
import { waiting$ } from "../../platform/waiting";
import classes from "./ConnectionStatus.module.css";

/** Live, reconnecting or offline, as it is; a click says what that means and what waits to be sent. */
export function ConnectionStatus() {
  const text = useText();
  const status = useValue(live.status$);
  const waiting = useValue(waiting$);
  const state = text(`connection.${status}`);
  const name = waiting.length > 0 ? text("connection.waiting", { state, count: waiting.length }) : state;
  return (
    <Popover width={264} position="bottom">
      <Popover.Target>
        <UnstyledButton
          className={classes.net}
          data-net={status}
          aria-label={text("connection.label", { status: name })}
        >
          <span>{name}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        {text(`connection.${status}.why`)}
        {waiting.length > 0 && (
          <>
            <h3 className={classes.head}>{text("connection.waitingList")}</h3>
            <ul>
              {waiting.map((change) => (
                <li key={change.id} className="clip">
                  <bdi>{change.label}</bdi>
                </li>
              ))}
            </ul>
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
