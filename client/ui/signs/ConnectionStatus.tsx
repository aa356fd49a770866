import { Popover, UnstyledButton } from "@mantine/core";
import { useText } from "../../platform/intl/useText";
import { liveClient } from "../../platform/live/live";
import { useStore } from "../../platform/store";
import { unsentChanges$ } from "../../platform/unsent-changes";
import classes from "./ConnectionStatus.module.css";

export function ConnectionStatus() {
  const text = useText();
  const status = useStore(liveClient.status$);
  const waiting = useStore(unsentChanges$);
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
