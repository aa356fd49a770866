import { ActionIcon, Menu } from "@mantine/core";
import { IconCalendarShare, IconDeviceTablet, IconDots, IconPlus } from "@tabler/icons-react";
import { createDoorScreen } from "../../../shared/bookings/door.contract";
import { createRoomFeed } from "../../../shared/bookings/guests.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useAction } from "../../platform/query";
import { useCan } from "../../platform/session";
import { useNarrow } from "../../platform/useNarrow";
import { copyText } from "../../ui/copy";
import { Clip } from "../../ui/signs/Clip";
import classes from "./Grid.module.css";
import { ResourcePhoto } from "./ResourcePhoto";
import type { GridRow } from "./grid.rows";

interface RowHeadProps {
  row: Exclude<GridRow, { kind: "group" }>;
  onBook: (() => void) | null;
}

/** What the row is: its name, how many it takes and what is in it. */
export function RowHead({ row, onBook }: RowHeadProps) {
  const text = useText();
  const { list } = useFormat();
  const can = useCan();
  const narrow = useNarrow();
  if (row.kind === "asked") return <div className={classes.name}>{text("booking.askedFor")}</div>;
  const { name, capacity, tools } = row.resource;
  const hasMenu = can("room-edit") && row.resource.car_type === null;
  return (
    <div className={classes.name}>
      <ResourcePhoto resource={row.resource} />
      <span className={classes.grow}>
        <b>
          <Clip>{name}</Clip>
        </b>
        <small>
          {capacity !== null && <span>{text("booking.seats", { count: capacity })}</span>}
          {tools.length > 0 && <span className={classes.tools}>{list(tools)}</span>}
        </small>
      </span>
      {hasMenu && <RoomMenu id={row.resource.id} name={name} onBook={narrow ? onBook : null} />}
      {onBook && !(narrow && hasMenu) && (
        <ActionIcon
          className={classes.add}
          variant="subtle"
          color="gray"
          aria-label={text("booking.bookName", { name })}
          onClick={onBook}
        >
          <IconPlus size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}

interface RoomMenuProps {
  id: number;
  name: string;
  /** Where two buttons would leave no room for the name. */
  onBook: (() => void) | null;
}

/** Addresses that are given away: the screen at the room's door, and its calendar. A new one ends the one before. */
function RoomMenu({ id, name, onBook }: RoomMenuProps) {
  const text = useText();
  const copied = (done: string) => ({
    onSuccess: ({ data }: { data: { path: string } }) =>
      void copyText(new URL(data.path, window.location.origin).href, done),
  });
  const screen = useAction(createDoorScreen, copied(text("door.copied")));
  const feed = useAction(createRoomFeed, copied(text("booking.feedCopied")));
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          className={classes.add}
          variant="subtle"
          color="gray"
          aria-label={text("booking.roomMenu", { name })}
          loading={screen.isPending || feed.isPending}
        >
          <IconDots size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onBook && (
          <Menu.Item leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />} onClick={onBook}>
            {text("booking.bookName", { name })}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconDeviceTablet size={16} stroke={1.75} aria-hidden />}
          onClick={() => screen.mutate({ params: { id } })}
        >
          {text("door.screen", { name })}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconCalendarShare size={16} stroke={1.75} aria-hidden />}
          onClick={() => feed.mutate({ params: { id } })}
        >
          {text("booking.feedNew")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
