import { Checkbox, MultiSelect, Select, TextInput } from "@mantine/core";
import { useRef } from "react";
import type { ColorTone } from "../../../shared/kernel/fields";
import {
  createProjectField,
  type FieldSettings,
  updateProjectField,
  updateProjectFieldUse,
} from "../../../shared/work/fields/fields.contract";
import {
  createFieldSchema,
  defaultTextLength,
  type FieldKind,
  fieldKinds,
  hasOptions,
  maxDecimals,
  maxTextValueLength,
} from "../../../shared/work/fields/fields.schema";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { NumberField } from "../../ui/fields/NumberField";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";
import { useForm } from "../../ui/form/form";
import { PanelForm } from "../../ui/records/PanelForm";
import tones from "../../ui/layout/tones.module.css";
import { toast } from "../../ui/toast/toast";
import { changedUse, type FieldUse } from "./field-use";
import { FieldKindIcon } from "./field-kinds";
import { OptionsField, type OptionValues } from "./OptionsField";

interface FieldFormProps {
  projectId: number;
  columns: readonly { id: number; title: string }[];
  /** Null for a new field. */
  field: FieldSettings | null;
  /** The use as other users may have changed it while the form is open. */
  currentUse: FieldUse | undefined;
  onClose: () => void;
}

const newOption: OptionValues = { title: "", color: "teal" };

function useFieldForm({ projectId, field, currentUse, onClose }: Omit<FieldFormProps, "columns">) {
  /** The version that was last read, saved or refused. */
  const latestVersion = useRef(field?.version ?? 0);
  /** Changes the field in all projects. After a conflict, saving again overwrites the other change. */
  const saveDefinition = async (fieldId: number, definition: Definition): Promise<{ message?: string }> => {
    const params = { id: projectId, field_id: fieldId };
    try {
      const reply = await call(updateProjectField, { params, body: { ...definition, version: latestVersion.current } });
      latestVersion.current = reply.data.version;
      return reply;
    } catch (error) {
      // The refusal of an outdated version contains the current record.
      const current = error instanceof ProblemError && error.status === 409 ? error.record : null;
      latestVersion.current = (current as { version?: number } | null)?.version ?? latestVersion.current;
      throw error;
    }
  };
  return useForm(createFieldSchema, {
    initialValues: {
      title: field?.title ?? "",
      kind: (field?.kind ?? "text") as FieldKind,
      max_length: field?.max_length ?? defaultTextLength,
      decimals: field?.decimals ?? 0,
      unit: field?.unit ?? "",
      options: field ? presentOptions(field) : [],
      on_card: field?.on_card ?? false,
      required_column_ids: field?.required_column_ids ?? [],
    },
    onSubmit: async (values, { idempotencyKey, typedValues }) => {
      const { title, on_card, required_column_ids } = values;
      const definition = { title, ...limitsOfKind(typedValues.kind, values) };
      const use = { on_card: on_card ?? false, required_column_ids: required_column_ids ?? [] };
      if (field) {
        const definitionReply = field.can.edit ? await saveDefinition(field.id, definition) : null;
        const useChanges = changedUse(field, use, currentUse ?? field);
        const useReply = useChanges
          ? await call(updateProjectFieldUse, { params: { id: projectId, field_id: field.id }, body: useChanges })
          : null;
        toast.done((useReply ?? definitionReply)?.message ?? "");
      } else {
        const { message } = await call(createProjectField, {
          params: { id: projectId },
          body: { ...definition, ...use, kind: typedValues.kind },
          idempotencyKey,
        });
        toast.done(message ?? "");
      }
      onClose();
    },
  });
}

/** Creates a field of a project, or changes it in all projects that use it. */
export function FieldForm({ columns, ...props }: FieldFormProps) {
  const { field, onClose } = props;
  const text = useText();
  const form = useFieldForm(props);
  const { kind } = form.values;
  const isShared = field !== null && !field.can.edit;
  return (
    <PanelForm form={form} onClose={onClose}>
      {isShared && <p className={tones.quiet}>{text("projectField.notEditable")}</p>}
      <TextInput data-autofocus disabled={isShared} label={text("projectField.title")} {...form.field("title")} />
      <Select
        label={text("projectField.kind")}
        allowDeselect={false}
        disabled={field !== null}
        leftSection={<FieldKindIcon kind={kind} />}
        data={fieldKinds.map((value) => ({ value, label: text(`projectField.kind.${value}`) }))}
        {...form.valueProps<string | null>("kind")}
        onChange={(chosen) => {
          form.setValue("kind", chosen);
          if (!hasOptions(chosen as FieldKind)) form.setValue("options", []);
          else if (!hasOptions(kind)) form.setValue("options", [newOption]);
        }}
      />
      {kind === "text" && (
        <NumberField
          label={text("projectField.maxLength")}
          disabled={isShared}
          min={1}
          max={maxTextValueLength}
          {...form.valueProps<number | string>("max_length")}
        />
      )}
      {kind === "number" && (
        <>
          <NumberField
            label={text("projectField.decimals")}
            disabled={isShared}
            min={0}
            max={maxDecimals}
            {...form.valueProps<number | string>("decimals")}
          />
          <TextInput
            disabled={isShared}
            label={<OptionalLabel label={text("projectField.unit")} />}
            {...form.field("unit")}
          />
        </>
      )}
      {hasOptions(kind) && !isShared && (
        <OptionsField
          options={form.values.options}
          errorAt={form.errorAt}
          onChange={(options) => form.setValue("options", options)}
        />
      )}
      <Checkbox label={text("projectField.onCard")} {...form.check("on_card")} />
      <MultiSelect
        label={<OptionalLabel label={text("projectField.requiredIn")} />}
        description={text("projectField.requiredIn.why")}
        data={columns.map(({ id, title }) => ({ value: String(id), label: title }))}
        value={form.values.required_column_ids.map(String)}
        onChange={(ids) => form.setValue("required_column_ids", ids.map(Number))}
        error={form.errorAt("required_column_ids")}
      />
    </PanelForm>
  );
}

const presentOptions = ({ options }: FieldSettings): OptionValues[] =>
  options.filter(({ deleted }) => !deleted).map(({ id, title, color }) => ({ id, title, color: color as ColorTone }));

interface Limits {
  max_length?: number;
  decimals?: number;
  unit?: string | null;
  options?: { id?: number; title: string; color: ColorTone }[];
}

type Definition = Limits & { title: string };

/** The limits that fields of this kind have. */
function limitsOfKind(kind: FieldKind, { max_length, decimals, unit, options }: Limits): Limits {
  if (kind === "text") return { max_length };
  if (kind === "number") return { decimals, unit };
  return hasOptions(kind) ? { options } : {};
}
