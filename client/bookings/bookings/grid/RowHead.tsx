import { useState } from "react";
import { ActionIcon, Menu, VisuallyHidden } from "@mantine/core";
import {
  IconChalkboard,
  IconDeviceTablet,
  IconDeviceTv,
  IconDots,
  IconMicrophone,
  IconPhone,
  IconPlus,
  IconUsers,
  IconVideo,
  IconWheelchair,
  type TablerIcon,
} from "@tabler/icons-react";
import { stepFreeWords } from "../../../../shared/bookings/rooms/step-free.rules";
import type { Driver } from "../../../../shared/bookings/drivers/drivers.contract";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useCan } from "../../../platform/session";
import { useIsPhoneWidth } from "../../../platform/useIsPhoneWidth";
import { Avatar } from "../../../ui/signs/Avatar";
import { TruncatedName } from "../../../ui/signs/TruncatedName";
import classes from "./BookingGrid.module.css";
import { RoomLinksDialog } from "../RoomLinks";
import { ResourcePhoto } from "./ResourcePhoto";
import type { GridRow } from "./grid.rows";
import flow from "../../../ui/layout/flow.module.css";

interface RowHeadProps {
  row: Exclude<GridRow, { kind: "group" }>;
  onBook: (() => void) | null;
}

export function RowHead({ row, onBook }: RowHeadProps) {
  const text = useText();
  const can = useCan();
  const narrow = useIsPhoneWidth();
  if (row.kind === "asked") return <div className={classes.name}>{text("booking.askedFor")}</div>;
  if (row.kind === "driver") return <DriverHead driver={row.driver} />;
  const { name, plate_number, capacity, tools, car_type, equipment_kind } = row.resource;
  const hasMenu = can("room-edit") && car_type === null && equipment_kind === null;
  return (
    <div className={classes.name}>
      <ResourcePhoto resource={row.resource} />
      <span className={flow.grow}>
        <b>
          <TruncatedName>{name}</TruncatedName>
        </b>
        <small>
          {plate_number !== null && <bdi>{plate_number}</bdi>}
          {equipment_kind && <span>{text(`equipment.kind.${equipment_kind as "camera"}`)}</span>}
          {capacity !== null && <Seats count={capacity} short={narrow && plate_number !== null} />}
          {tools.length > 0 && <Tools tools={tools} />}
        </small>
      </span>
      <span className={classes.ends}>
        {hasMenu && <RoomMenu id={row.resource.id} name={name} onBook={narrow ? onBook : null} />}
        {onBook && !(narrow && hasMenu) && (
          <ActionIcon className={classes.add} aria-label={text("booking.bookName", { name })} onClick={onBook}>
            <IconPlus size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
      </span>
    </div>
  );
}

function DriverHead({ driver: { id, user_id, fullname, image, licence_classes } }: { driver: Driver }) {
  return (
    <div className={classes.name}>
      <Avatar person={{ id: user_id ?? id, fullname, image }} hasVisibleName />
      <span className={flow.grow}>
        <b>
          <TruncatedName>{fullname}</TruncatedName>
        </b>
        <small>
          <bdi>{licence_classes.join(" · ")}</bdi>
        </small>
      </span>
    </div>
  );
}

/** Phones show only a number, because the license plate leaves no width for text. */
function Seats({ count, short }: { count: number; short: boolean }) {
  const text = useText();
  const { number } = useFormat();
  if (!short) return <span>{text("booking.seats", { count })}</span>;
  return (
    <span className={classes.seats}>
      <VisuallyHidden>{text("booking.seats", { count })}</VisuallyHidden>
      <IconUsers size={14} stroke={1.75} aria-hidden />
      <span aria-hidden>{number(count)}</span>
    </span>
  );
}

/** Icons of common room equipment, matched by its name in all languages of the product. */
const signs: readonly [words: RegExp, sign: TablerIcon][] = [
  [/screen|display|bildschirm|شاشة|스크린|화면|شاشە/i, IconDeviceTv],
  [/video|camera|kamera|فيديو|كاميرا|비디오|카메라|ڤیدیۆ|کامێرا/i, IconVideo],
  [/microphone|mikrofon|ميكروفون|마이크|مایکرۆفۆن/i, IconMicrophone],
  [/board|tafel|سبورة|칠판|보드|تەختە/i, IconChalkboard],
  [/phone|telefon|هاتف|전화|تەلەفۆن/i, IconPhone],
  [stepFreeWords, IconWheelchair],
];

/** Equipment as icons; pieces without an icon are listed as text. */
function Tools({ tools }: { tools: readonly string[] }) {
  const { list } = useFormat();
  const signOf = (tool: string) => signs.find(([words]) => words.test(tool))?.[1];
  const unknown = tools.filter((tool) => !signOf(tool));
  return (
    <span className={classes.tools} title={list(tools)}>
      <VisuallyHidden>{list(tools)}</VisuallyHidden>
      {tools.map((tool) => {
        const Sign = signOf(tool);
        return Sign && <Sign key={tool} size={14} stroke={1.75} aria-hidden />;
      })}
      {unknown.length > 0 && <span aria-hidden>{list(unknown)}</span>}
    </span>
  );
}

interface RoomMenuProps {
  id: number;
  name: string;
  /** Set on narrow screens, where a separate booking button would leave no width for the name. */
  onBook: (() => void) | null;
}

/** Secret links to the door screen and the room's calendar feed. */
function RoomMenu({ id, name, onBook }: RoomMenuProps) {
  const text = useText();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <RoomLinksDialog room={{ id, name }} opened={opened} onClose={() => setOpened(false)} />
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon className={classes.add} aria-label={text("booking.roomMenu", { name })}>
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
            onClick={() => setOpened(true)}
          >
            {text("door.links")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
