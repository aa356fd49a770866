import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import type { Series } from "../../../shared/work/series/series.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useSeriesActions } from "./useSeriesActions";

interface SeriesMenuProps {
  series: Series;
  label: string;
  /** The task whose content can be used for later dates. */
  taskId?: number;
  onEdit: () => void;
}

/** Actions of a series. One that has ended can only be resumed, in the list also with another rule. */
export function SeriesMenu({ series, label, taskId, onEdit }: SeriesMenuProps) {
  const text = useText();
  const { day } = useFormat();
  const actions = useSeriesActions(series);
  const { state, next_day: nextDay, next_date: nextDate } = series;
  const isEnded = state === "ended";
  return (
    <Menu width={260} position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={label} loading={actions.isPending}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {(!isEnded || taskId === undefined) && <Menu.Item onClick={onEdit}>{text("series.edit")}</Menu.Item>}
        {nextDay && nextDate && state === "active" && (
          <Menu.Item onClick={() => actions.setSkipped(nextDay, true)}>
            {text("series.skipNext", { date: day(nextDate, "short") })}
          </Menu.Item>
        )}
        {taskId !== undefined && (
          <Menu.Item onClick={() => actions.useForLater(taskId)}>{text("series.useForLater")}</Menu.Item>
        )}
        {!isEnded && <Menu.Divider />}
        <Menu.Item onClick={() => actions.setState(state === "active" ? "paused" : "active")}>
          {text(state === "active" ? "series.pause" : "series.resume")}
        </Menu.Item>
        {!isEnded && (
          <Menu.Item color="danger" onClick={() => actions.setState("ended")}>
            {text("series.end")}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
