import { Button, Popover, TextInput } from "@mantine/core";
import { type ReactElement, type RefObject, useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { type FieldValue, isSameValue } from "../../../../shared/work/fields/field-values.rules";
import type { ProjectField } from "../../../../shared/work/fields/fields.contract";
import { formatText, useFormat, useText } from "../../../platform/intl/useText";
import { Picker } from "../../../ui/fields/Picker";
import { FieldKindIcon } from "../../fields/field-kinds";
import type { Person } from "../../../ui/signs/people";
import { DayPopover } from "./DayPopover";
import { fieldTextOf, readFieldText } from "./field-text";
import { chosenOptionsOf, useFieldOptions, valueOfOptions } from "./useFieldOptions";

interface FieldValueActions {
  /** The present values: one for each task that is edited. */
  valuesOf: (field: ProjectField) => readonly (FieldValue | null)[];
  onSet: (field: ProjectField, value: FieldValue | null) => void;
  /** Adds or removes an option of a field with several choices. */
  onToggle: (field: ProjectField, optionId: number) => void;
}

interface ButtonProps {
  onClick: () => void;
  "aria-expanded": boolean;
}

interface FieldValueMenuProps extends FieldValueActions {
  fields: readonly ProjectField[];
  /** The users of the project. */
  people: readonly Person[];
  /** Whether the menu is open from the start. */
  opened?: boolean;
  onClosed?: () => void;
  /** Distance in px to move the menu towards the inline end. */
  shiftBy?: number;
  /** The button that opens the menu; `label` is the name of what it opens. */
  children: (button: ButtonProps, label: string) => ReactElement;
}

/** Lists fields and then edits the value of the chosen one. */
export function FieldValueMenu(props: FieldValueMenuProps) {
  const { fields, opened = false, onClosed, shiftBy, children, ...editing } = props;
  const text = useText();
  const [fieldId, setFieldId] = useState<number | null>(null);
  /** Set before the list of fields closes, because the value follows it. */
  const isFieldChosen = useRef(false);
  const box = useFocusAfterEditing(fieldId !== null);
  const field = fields.find(({ id }) => id === fieldId);
  const close = () => {
    isFieldChosen.current = false;
    setFieldId(null);
    onClosed?.();
  };
  return (
    <span ref={box} style={{ display: "contents" }}>
      {field ? (
        <FieldValueEditor {...editing} field={field} shiftBy={shiftBy} onClosed={close}>
          {(button) => children(button, field.title)}
        </FieldValueEditor>
      ) : (
        <Picker
          options={fields.map(({ id, title, kind }) => ({
            value: String(id),
            label: title,
            icon: <FieldKindIcon kind={kind} />,
          }))}
          chosen={[]}
          onPick={(id) => {
            isFieldChosen.current = true;
            setFieldId(Number(id));
          }}
          searchLabel={text("keys.fields")}
          shiftBy={shiftBy}
          opened={opened}
          onClosed={() => {
            if (!isFieldChosen.current) onClosed?.();
          }}
        >
          {(button) => children(button, text("keys.fields"))}
        </Picker>
      )}
    </span>
  );
}

/** The button of an open menu is another element, so the focus returns to the one that replaces it. */
export function useFocusAfterEditing(isEditing: boolean): RefObject<HTMLSpanElement | null> {
  const box = useRef<HTMLSpanElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (!isEditing && wasEditing.current) box.current?.querySelector("button")?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return box;
}

interface ValueMenuProps extends FieldValueActions, Pick<FieldValueMenuProps, "people" | "shiftBy"> {
  field: ProjectField;
  onClosed: () => void;
  children: (button: ButtonProps) => ReactElement;
}

/** Edits the value of a field in a menu that is open from the start. */
export function FieldValueEditor(props: ValueMenuProps) {
  const { field, valuesOf, onSet, shiftBy, onClosed, children } = props;
  const values = valuesOf(field);
  const [first = null] = values;
  const commonValue = values.every((value) => isSameValue(value, first)) ? first : null;
  const isClearable = values.some((value) => value !== null);
  switch (field.kind) {
    case "day":
      return (
        <DayPopover
          value={commonValue as string | null}
          clearable={isClearable}
          label={field.title}
          shiftBy={shiftBy}
          opened
          onChange={(day) => onSet(field, day)}
          onClosed={onClosed}
        >
          {children}
        </DayPopover>
      );
    case "text":
    case "link":
    case "number":
      return <TypedValueMenu {...props} value={commonValue} isClearable={isClearable} />;
    case "flag":
    case "choice":
    case "choices":
    case "person":
      return <PickedValueMenu {...props} values={values} />;
  }
}

function PickedValueMenu({
  field,
  people,
  values,
  onSet,
  onToggle,
  shiftBy,
  onClosed,
  children,
}: ValueMenuProps & { values: readonly (FieldValue | null)[] }) {
  const options = useFieldOptions(people)(field, values.find((value) => value !== null) ?? null);
  const chosen = options
    .map(({ value }) => value)
    .filter((option) => values.every((value) => chosenOptionsOf(value).includes(option)));
  const pick = (option: string) => {
    if (field.kind === "choices") onToggle(field, Number(option));
    else onSet(field, valueOfOptions(field, [option]));
  };
  return (
    <Picker
      options={options}
      chosen={chosen}
      multiple={field.kind === "choices"}
      onPick={pick}
      searchLabel={field.title}
      searchable
      shiftBy={shiftBy}
      opened
      onClosed={onClosed}
    >
      {children}
    </Picker>
  );
}

interface TypedValueMenuProps extends ValueMenuProps {
  /** The value that all tasks have; null if they differ. */
  value: FieldValue | null;
  isClearable: boolean;
}

/** Enter saves; Escape and leaving the menu discard the text, because it may apply to many tasks. */
function TypedValueMenu({ field, value, isClearable, onSet, onClosed, children }: TypedValueMenuProps) {
  const text = useText();
  const intl = useIntl();
  const { signs } = useFormat();
  const [typed, setTyped] = useState(() => fieldTextOf(field, value, signs));
  const [error, setError] = useState<string | null>(null);
  const set = (nextValue: FieldValue | null) => {
    onSet(field, nextValue);
    onClosed();
  };
  const save = () => {
    const reading = readFieldText(field, typed, signs);
    if ("error" in reading) setError(formatText(intl, reading.error));
    else if (reading.value === null) onClosed();
    else set(reading.value);
  };
  return (
    <Popover opened onChange={(isOpen) => !isOpen && onClosed()} position="bottom-start" width={320} trapFocus>
      <Popover.Target>{children({ onClick: onClosed, "aria-expanded": true })}</Popover.Target>
      <Popover.Dropdown aria-label={field.title}>
        <TextInput
          // Focuses in the same frame, so that the next keystroke goes into the value.
          autoFocus
          data-autofocus
          label={<bdi>{field.title}</bdi>}
          value={typed}
          error={error}
          dir={field.kind === "text" ? "auto" : "ltr"}
          inputMode={field.kind === "number" ? "decimal" : field.kind === "link" ? "url" : "text"}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setError(null);
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            save();
          }}
        />
        <Button.Group mt={8}>
          <Button size="xs" onClick={save}>
            {text("action.save")}
          </Button>
          {isClearable && (
            <Button size="xs" variant="subtle" color="gray" onClick={() => set(null)}>
              {text("projectField.removeValue")}
            </Button>
          )}
        </Button.Group>
      </Popover.Dropdown>
    </Popover>
  );
}
