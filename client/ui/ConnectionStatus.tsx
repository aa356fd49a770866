import { Popover, UnstyledButton } from "@mantine/core";
import { useText } from "../platform/intl/useText";
import { live } from "../platform/live";
import { useValue } from "../platform/value";
import classes from "./ConnectionStatus.module.css";

/** Live, reconnecting or offline, as it is; a click says what that means. */
export function ConnectionStatus() {
  const text = useText();
  const status = useValue(live.status$);
  const name = text(`connection.${status}`);
  return (
    <Popover width={264} position="bottom" withArrow={false}>
      <Popover.Target>
        <UnstyledButton
          className={classes.net}
          data-net={status}
          aria-label={text("connection.label", { status: name })}
        >
          <span>{name}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>{text(`connection.${status}.why`)}</Popover.Dropdown>
    </Popover>
  );
}
