import { IconCalendarEvent, IconTag, IconUserOff, IconUsers } from "@tabler/icons-react";
import { Avatar } from "../../../ui/signs/Avatar";
import { PriorityBars } from "../../../ui/signs/PriorityBars";
import { StatusGlyph } from "../../../ui/signs/StatusGlyph";
import { toneColor } from "../../../ui/signs/tones";
import { fieldOfKey } from "../../../../shared/work/fields/field-keys";
import { FieldValueIcon } from "../fields/FieldValueText";
import { statusOfColumn } from "../state/column.status";
import filterClasses from "../filters/BoardFilters.module.css";
import { useBoardParts } from "../state/useBoard";
import type { GroupValue } from "./list.groups";
import classes from "./ListGroup.module.css";

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

export function GroupIcon({ value }: { value: GroupValue }) {
  const board = useBoardParts(({ context: { drawn } }) => ({
    columnIds: drawn.columnIds,
    columns: drawn.columns,
    users: drawn.users,
    tags: drawn.tags,
    fields: drawn.fields,
  }));
  switch (value.by) {
    case "status":
      return <StatusGlyph status={statusOfColumn(board, value.columnId)} />;
    case "assignee": {
      const person = value.userId === null ? undefined : board.users[value.userId];
      if (person) return <Avatar person={person} size={20} hasVisibleName />;
      return value.groupId === null ? <IconUserOff {...icon} /> : <IconUsers {...icon} />;
    }
    case "priority":
      return <PriorityBars priority={value.priority} />;
    case "tag": {
      const tag = value.tagId === null ? undefined : board.tags[value.tagId];
      if (!tag) return <IconTag {...icon} />;
      return <i className={filterClasses.dot} style={{ background: toneColor(tag.color) }} />;
    }
    case "due":
      return <IconCalendarEvent {...icon} />;
    case "field":
      return <FieldValueIcon field={fieldOfKey(board.fields, value.field)} value={value.value} people={board.users} />;
    case "none":
      return null;
  }
}

export function GroupName({ name }: { name: string }) {
  return <bdi className={classes.groupName}>{name}</bdi>;
}
