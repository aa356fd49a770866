import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { ProjectField } from "../../../../shared/work/fields/fields.contract";
import { useFormat, useText } from "../../../platform/intl/useText";
import { Avatar } from "../../../ui/signs/Avatar";
import type { Person } from "../../../ui/signs/people";
import { PriorityBars } from "../../../ui/signs/PriorityBars";
import { TagChip } from "../../../ui/signs/TagChip";
import { useValueText } from "../../fields/useValueText";
import { useChoices } from "../fields/useChoices";
import classes from "./NewTaskDialog.module.css";
import type { TitlePart } from "./title-parts";

interface Named {
  people: readonly Person[];
  tags: readonly { id: number; name: string; color: string }[];
  fields: readonly ProjectField[];
}

interface TitlePartsProps extends Named {
  parts: readonly TitlePart[];
  /** Keeps a recognized part as text. */
  onKeep: (part: TitlePart) => void;
}

/** Shows the people, tags, priority, day and values of fields recognized in the title. */
export function TitleParts({ parts, onKeep, ...named }: TitlePartsProps) {
  const text = useText();
  if (parts.length === 0) return null;
  return (
    <ul className={classes.parts} aria-label={text("newTask.recognized")}>
      {parts.map((part) => (
        <li key={part.start} className={classes.part}>
          <Part part={part} {...named} />
          <ActionIcon size={22} aria-label={text("newTask.keepText", { part: part.text })} onClick={() => onKeep(part)}>
            <IconX size={12} stroke={2} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}

function Part({ part, people, tags, fields }: Named & { part: TitlePart }) {
  const { day } = useFormat();
  const { word } = useChoices();
  const valueText = useValueText();
  switch (part.kind) {
    case "person": {
      const person = people.find(({ id }) => id === part.id);
      return (
        person && (
          <>
            <Avatar person={person} size={16} hasVisibleName />
            <bdi className="clip">{person.fullname}</bdi>
          </>
        )
      );
    }
    case "tag": {
      const tag = tags.find(({ id }) => id === part.id);
      return tag && <TagChip name={tag.name} color={tag.color} />;
    }
    case "priority":
      return (
        <>
          <PriorityBars priority={part.value} />
          {word("priority", part.value)}
        </>
      );
    case "field": {
      const field = fields.find(({ id }) => id === part.fieldId);
      return (
        field && (
          <span className="clip">
            <bdi>{field.title}</bdi>: <bdi>{valueText(field, part.value, people)}</bdi>
          </span>
        )
      );
    }
    case "due":
      return day(part.value, "long");
  }
}
