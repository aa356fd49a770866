import type { FieldValue } from "../../../../shared/work/fields/field-values.rules";
import type { ProjectField } from "../../../../shared/work/fields/fields.contract";
import { hasOptions } from "../../../../shared/work/fields/fields.schema";
import type { Board } from "../../../../shared/work/tasks/tasks.board";
import { useFormat, useText } from "../../../platform/intl/useText";
import { Avatar } from "../../../ui/signs/Avatar";
import { TagChip } from "../../../ui/signs/TagChip";
import { toneColor } from "../../../ui/signs/tones";
import { useValueText } from "../../fields/useValueText";
import classes from "./TaskProperties.module.css";

interface FieldValueTextProps {
  field: ProjectField;
  value: FieldValue | null;
  people: Board["users"];
}

/** A value of a project's field in one line; of several options, the first is shown with the number of the others. */
export function FieldValueText({ field, value, people }: FieldValueTextProps) {
  const text = useText();
  const { number, list } = useFormat();
  const valueText = useValueText();
  if (value === null) return null;
  if (hasOptions(field.kind)) {
    const ids = [value].flat();
    const [first, ...rest] = field.options.filter(({ id }) => ids.includes(id));
    if (!first) return null;
    return (
      <>
        <TagChip name={first.title} color={first.color} />
        {rest.length > 0 && (
          <span className={classes.none} title={list(rest.map(({ title }) => title))}>
            <span aria-hidden>{text("ui.more", { count: number(rest.length) })}</span>
            <span className="sr-only">{list(rest.map(({ title }) => title))}</span>
          </span>
        )}
      </>
    );
  }
  const person = field.kind === "person" ? people[value as number] : undefined;
  const shownText = valueText(field, value, person ? [person] : []);
  return (
    <>
      {person && <Avatar person={person} size={20} hasVisibleName />}
      <bdi className="clip" title={shownText}>
        {shownText}
      </bdi>
    </>
  );
}

interface FieldValueIconProps {
  field: ProjectField | undefined;
  value: FieldValue | null;
  people: Board["users"];
}

/** The color of an option, or the picture of a person. */
export function FieldValueIcon({ field, value, people }: FieldValueIconProps) {
  const person = field?.kind === "person" ? people[value as number] : undefined;
  if (person) return <Avatar person={person} size={20} hasVisibleName />;
  const option = field?.kind === "choice" ? field.options.find(({ id }) => id === value) : undefined;
  return option ? <i className={classes.dot} style={{ background: toneColor(option.color) }} /> : null;
}
