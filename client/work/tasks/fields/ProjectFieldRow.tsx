import { Anchor, UnstyledButton } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useIntl } from "react-intl";
import type { FieldValue } from "../../../../shared/work/fields/field-values.rules";
import type { ProjectField } from "../../../../shared/work/fields/fields.contract";
import { formatText, useFormat, useText } from "../../../platform/intl/useText";
import { parseIdParam, useAddress } from "../../../platform/address/useAddress";
import { fieldParam } from "../../projects/open-task";
import { Picker } from "../../../ui/fields/Picker";
import { useInlineEdit } from "../../../ui/form/useInlineEdit";
import { TagChip } from "../../../ui/signs/TagChip";
import { useValueText } from "../../fields/useValueText";
import { DayPopover } from "./DayPopover";
import { fieldTextOf, readFieldText } from "./field-text";
import { FieldNoteBox } from "./FieldNote";
import { FieldRow } from "./FieldRow";
import { useShownTask } from "./shown-task";
import classes from "./TaskProperties.module.css";
import { projectFieldName, type TaskFields } from "./useTaskFields";
import { chosenOptionsOf, useFieldOptions, valueOfOptions } from "./useFieldOptions";
import { useTaskChoices } from "./useTaskChoices";

interface RowProps {
  field: ProjectField;
  fields: TaskFields;
}

/** The value of a project's field in the task panel, edited in place. */
export function ProjectFieldRow({ field, fields }: RowProps) {
  const task = useShownTask();
  const value = fields.value<FieldValue | null>(projectFieldName(field.id));
  const content = <Value field={field} value={value} />;
  if (!task.can.edit) {
    return (
      <Row field={field} fields={fields}>
        <span className={classes.value}>{content}</span>
      </Row>
    );
  }
  switch (field.kind) {
    case "text":
    case "link":
    case "number":
      return <TypedRow field={field} fields={fields} value={value as string | number | null} content={content} />;
    case "day":
      return (
        <Row field={field} fields={fields}>
          <DayPopover
            value={value as string | null}
            label={field.title}
            clearable
            onChange={(day) => fields.save(projectFieldName(field.id), day)}
          >
            {(button) => (
              <UnstyledButton className={classes.value} {...button}>
                <ButtonLabel field={field} />
                {content}
              </UnstyledButton>
            )}
          </DayPopover>
        </Row>
      );
    case "flag":
    case "choice":
    case "choices":
    case "person":
      return <PickedRow field={field} fields={fields} value={value} content={content} />;
  }
}

function Row({ field, fields, children }: RowProps & { children: ReactNode }) {
  const [search] = useAddress();
  return (
    <FieldRow
      label={<bdi>{field.title}</bdi>}
      field={projectFieldName(field.id)}
      fields={fields}
      isRequested={parseIdParam(search.get(fieldParam) ?? "") === field.id}
    >
      {children}
    </FieldRow>
  );
}

const ButtonLabel = ({ field }: { field: ProjectField }) => (
  <span className="sr-only">
    <bdi>{field.title}</bdi>:{" "}
  </span>
);

function Value({ field, value }: { field: ProjectField; value: FieldValue | null }) {
  const text = useText();
  const valueText = useValueText();
  const { users } = useTaskChoices(useShownTask());
  if (value === null) return <span className={classes.none}>{text("field.none")}</span>;
  if (field.kind === "choice" || field.kind === "choices") {
    return [value].flat().map((id) => {
      const option = field.options.find((one) => one.id === id);
      return option && <TagChip key={option.id} name={option.title} color={option.color} />;
    });
  }
  return <bdi className="clip">{valueText(field, value, users)}</bdi>;
}

interface EditorProps<Value> extends RowProps {
  value: Value;
  content: ReactNode;
}

/** Enter or leaving the field saves, Escape cancels. A link stays clickable beside its button. */
function TypedRow({ field, fields, value, content }: EditorProps<string | number | null>) {
  const text = useText();
  const [isEditing, setEditing] = useState(false);
  if (isEditing) {
    return (
      <FieldRow label={<bdi>{field.title}</bdi>}>
        <TypedValue
          field={field}
          value={value}
          onDone={(edit) => {
            setEditing(false);
            if (edit) fields.save(projectFieldName(field.id), edit.value, edit.version);
          }}
        />
      </FieldRow>
    );
  }
  return (
    <Row field={field} fields={fields}>
      <UnstyledButton className={classes.value} onClick={() => setEditing(true)}>
        <ButtonLabel field={field} />
        {content}
      </UnstyledButton>
      {field.kind === "link" && value !== null && (
        <Anchor href={String(value)} target="_blank" rel="noopener noreferrer" size="xs">
          {text("projectField.openLink")}
        </Anchor>
      )}
    </Row>
  );
}

interface TypedValueProps {
  field: ProjectField;
  value: string | number | null;
  /** Receives null for no change, otherwise the new value and the version at the start of editing. */
  onDone: (edit: { value: string | number | null; version: number } | null) => void;
}

function TypedValue({ field, value, onDone }: TypedValueProps) {
  const text = useText();
  const intl = useIntl();
  const { signs } = useFormat();
  /** Value and version at the start of editing: another user's change of an untouched field isn't undone, and of a typed one is a conflict. */
  const [first] = useState({ value, version: useShownTask().version });
  const start = fieldTextOf(field, first.value, signs);
  const [typed, setTyped] = useState(start);
  const [error, setError] = useState<string | null>(null);
  /** Invalid text stays in the field with an error. */
  const { close, handlers } = useInlineEdit((save) => {
    if (!save || typed === start) return onDone(null);
    const reading = readFieldText(field, typed, signs);
    if ("value" in reading) {
      const next = reading.value as string | number | null;
      return onDone(next === first.value ? null : { value: next, version: first.version });
    }
    setError(formatText(intl, reading.error));
    return false;
  });
  return (
    <>
      <input
        // the user has just opened this field
        autoFocus
        className={classes.field}
        value={typed}
        dir={field.kind === "text" ? "auto" : "ltr"}
        inputMode={field.kind === "number" ? "decimal" : field.kind === "link" ? "url" : "text"}
        aria-label={field.title}
        aria-invalid={error !== null || undefined}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setError(null);
        }}
        {...handlers}
      />
      {error !== null && (
        <FieldNoteBox>
          <span>{error}</span>
          <button type="button" onClick={() => close(false)}>
            {text("board.refused.discard")}
          </button>
        </FieldNoteBox>
      )}
    </>
  );
}

function PickedRow({ field, fields, value, content }: EditorProps<FieldValue | null>) {
  const { users, reads } = useTaskChoices(useShownTask());
  const options = useFieldOptions(users)(field, value);
  const chosen = chosenOptionsOf(value);
  const name = projectFieldName(field.id);
  const pick = (picked: string) => {
    if (field.kind === "choices") {
      const rest = chosen.filter((one) => one !== picked);
      const next = rest.length < chosen.length ? rest : [...chosen, picked];
      return fields.save(name, valueOfOptions(field, next));
    }
    const next = valueOfOptions(field, [picked]);
    if (next !== value) fields.save(name, next);
  };
  return (
    <Row field={field} fields={fields}>
      <Picker
        multiple={field.kind === "choices"}
        options={options}
        reads={field.kind === "person" ? reads.people : []}
        chosen={chosen}
        onPick={pick}
        searchLabel={field.title}
      >
        {(button) => (
          <UnstyledButton className={classes.value} {...button}>
            <ButtonLabel field={field} />
            {content}
          </UnstyledButton>
        )}
      </Picker>
    </Row>
  );
}
