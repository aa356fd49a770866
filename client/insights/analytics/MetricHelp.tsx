import { ActionIcon, Popover } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useText } from "../../platform/intl/useText";
import classes from "./analytics.module.css";

export function MetricHelp({ of, children }: { of: string; children: string }) {
  const text = useText();
  return (
    <Popover width={300}>
      <Popover.Target>
        <ActionIcon size="sm" aria-label={text("analytics.meansOf", { figure: of })}>
          <IconInfoCircle size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.means}>{children}</Popover.Dropdown>
    </Popover>
  );
}
