import { Textarea, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { AnyObjectSchema, Schema } from "yup";
import type { MessageId } from "../../platform/intl/catalogues";
import { useText } from "../../platform/intl/useText";
import { OptionalLabel } from "../fields/OptionalLabel";
import { PanelForm } from "./PanelForm";
import { type RecordFormOptions, useRecordForm } from "./useRecordForm";

interface TextFieldOptions {
  label: MessageId;
  description?: MessageId;
  type?: "email" | "tel" | "paragraphs";
}

interface RecordFormProps extends Omit<RecordFormOptions<Record<string, unknown>>, "initialValues"> {
  schema: AnyObjectSchema;
  /** Text fields by their name in the schema, in the order of the form. The schema decides which are optional. */
  fields: Readonly<Record<string, MessageId | TextFieldOptions>>;
  /** Initial values of fields with separate controls, which are `above` the text fields or below them. */
  values?: Record<string, unknown>;
  above?: (form: RecordFormState) => ReactNode;
  children?: (form: RecordFormState) => ReactNode;
}

type RecordFormState = ReturnType<typeof useRecordForm<AnyObjectSchema, Record<string, unknown>>>;

/** Form in the side panel that creates or edits a record. */
export function RecordForm({ schema, fields, values, above, children, ...options }: RecordFormProps) {
  const text = useText();
  const stored = (options.record ?? {}) as Record<string, unknown>;
  const initialTexts = Object.fromEntries(Object.keys(fields).map((name) => [name, stored[name] ?? ""]));
  const keepsDraft = Object.values(fields).some((of) => typeof of !== "string" && of.type === "paragraphs");
  const form = useRecordForm(schema, { ...options, keepsDraft, initialValues: { ...initialTexts, ...values } });
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
