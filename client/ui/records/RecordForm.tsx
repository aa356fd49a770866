import { Textarea, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { AnyObjectSchema, Schema } from "yup";
import type { MessageId } from "../../platform/intl/catalogues";
import { useText } from "../../platform/intl/useText";
import { OptionalLabel } from "../fields/OptionalLabel";
import { PanelForm } from "./PanelForm";
import { type EditableRecord, type RecordFormOptions, useRecordForm } from "./useRecordForm";

interface TextFieldOptions {
  label: MessageId;
  description?: MessageId;
  type?: "email" | "tel" | "paragraphs";
}

interface RecordFormProps<R extends EditableRecord>
  extends Omit<RecordFormOptions<R, Record<string, unknown>>, "valuesOf"> {
  schema: AnyObjectSchema;
  /** Text fields by their name in the schema, in the order of the form. The schema decides which are optional. */
  fields: Readonly<Record<string, MessageId | TextFieldOptions>>;
  /** Values of fields with separate controls, which are `above` the text fields or below them. */
  valuesOf?: (record: R | null) => Record<string, unknown>;
  above?: (form: RecordFormState) => ReactNode;
  children?: (form: RecordFormState) => ReactNode;
}

type RecordFormState = ReturnType<typeof useRecordForm<AnyObjectSchema, EditableRecord, Record<string, unknown>>>;

/** Form in the side panel that creates or edits a record. */
export function RecordForm<R extends EditableRecord>({
  schema,
  fields,
  valuesOf,
  above,
  children,
  ...options
}: RecordFormProps<R>) {
  const text = useText();
  const textsOf = (record: Record<string, unknown> | null) =>
    Object.fromEntries(Object.keys(fields).map((name) => [name, record?.[name] ?? ""]));
  const keepsDraft = Object.values(fields).some((of) => typeof of !== "string" && of.type === "paragraphs");
  const form = useRecordForm(schema, {
    ...options,
    keepsDraft,
    valuesOf: (record) => ({ ...textsOf(record as Record<string, unknown> | null), ...valuesOf?.(record) }),
  });
  return (
    <PanelForm form={form} onClose={options.onClose}>
      {above?.(form)}
      {Object.entries(fields).map(([name, of], index) => {
        const { label, description, type } = typeof of === "string" ? { label: of } : (of as TextFieldOptions);
        const { optional } = (schema.fields[name] as Schema).spec;
        const shared = {
          label: optional ? <OptionalLabel label={text(label)} /> : text(label),
          description: description && text(description),
          "data-autofocus": index === 0 || undefined,
          ...form.field(name),
        };
        return type === "paragraphs" ? (
          <Textarea key={name} autosize minRows={3} maxRows={10} {...shared} />
        ) : (
          <TextInput key={name} {...(type && { type })} {...shared} />
        );
      })}
      {children?.(form)}
    </PanelForm>
  );
}
