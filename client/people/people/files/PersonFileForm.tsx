import { Button, FileButton, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { attachmentAccept } from "../../../../shared/kernel/uploads";
import {
  addPersonFile,
  listPersonFiles,
  type PersonFile,
  type PersonFileChange,
  personFileKinds,
  personFileSchema,
  updatePersonFile,
} from "../../../../shared/people/people/person-files.contract";
import { call } from "../../../platform/api";
import { useText } from "../../../platform/intl/useText";
import { ProblemError } from "../../../platform/problem-error";
import { queryKeyOf, refetch } from "../../../platform/query";
import { DateField } from "../../../ui/fields/DateField";
import { OptionalLabel } from "../../../ui/fields/OptionalLabel";
import { DialogForm } from "../../../ui/form/DialogForm";
import { useForm } from "../../../ui/form/form";
import { toast } from "../../../ui/toast/toast";
import classes from "./PersonFiles.module.css";
import { Dialog } from "../../../ui/Dialog";

interface PersonFileFormProps {
  userId: number;
  personFile: PersonFile | null;
  onClose: () => void;
}

export function PersonFileForm({ userId, personFile, onClose }: PersonFileFormProps) {
  const text = useText();
  return (
    <Dialog opened onClose={onClose} title={text(personFile ? "personFiles.edit.title" : "personFiles.add")}>
      <Fields userId={userId} personFile={personFile} onClose={onClose} />
    </Dialog>
  );
}

function Fields({ userId, personFile, onClose }: PersonFileFormProps) {
  const text = useText();
  const [file, setFile] = useState<File | null>(null);
  /** The stored values that saving replaces. */
  const [base, setBase] = useState(personFile);
  const save = async (stored: PersonFile, changes: Partial<Details>, idempotencyKey: string) => {
    const names = Object.keys(changes) as (keyof Details)[];
    const previous = Object.fromEntries(names.map((name) => [name, stored[name]]));
    try {
      const body = { ...changes, previous };
      return await call(updatePersonFile, { params: { id: stored.id }, body, idempotencyKey });
    } catch (error) {
      // Saving again overwrites only the fields that this user has changed.
      if (error instanceof ProblemError && error.code === "organization.stale") {
        const current = error.record as PersonFile;
        setBase(current);
        form.adopt(valuesOf(current));
      }
      throw error;
    }
  };
  const form = useForm(personFileSchema, {
    initialValues: valuesOf(personFile),
    onSubmit: async (values, { idempotencyKey }) => {
      const { message } = base
        ? await save(base, changedFields(form.startValues, values), idempotencyKey)
        : await call(addPersonFile, { params: { id: userId }, body: withFile(values, file), idempotencyKey });
      if (message) toast.done(message);
      void refetch(queryKeyOf(listPersonFiles, { id: userId }));
      onClose();
    },
  });
  return (
    <DialogForm form={form} onClose={onClose} canSubmit={personFile !== null || file !== null}>
      {!personFile && (
        <FileButton accept={attachmentAccept} onChange={setFile}>
          {(props) => (
            <div className={classes.file}>
              <Button {...props}>{text(file ? "personFiles.file.another" : "personFiles.file.choose")}</Button>
              <bdi>{file?.name}</bdi>
            </div>
          )}
        </FileButton>
      )}
      <Select
        label={text("personFiles.kind")}
        data={personFileKinds.map((kind) => ({ value: kind, label: text(`personFiles.kind.${kind}`) }))}
        allowDeselect={false}
        {...form.valueProps<string | null>("kind")}
      />
      <TextInput label={<OptionalLabel label={text("personFiles.name")} />} {...form.field("title")} />
      <DateField
        label={<OptionalLabel label={text("personFiles.expiresOn")} />}
        description={text("personFiles.expiresOn.why")}
        {...form.valueProps<string | null>("expires_on")}
      />
    </DialogForm>
  );
}

type Details = Pick<PersonFileChange, "kind" | "title" | "expires_on">;

const valuesOf = (personFile: PersonFile | null) => ({
  kind: personFile?.kind ?? "contract",
  title: personFile?.title ?? "",
  expires_on: personFile?.expires_on ?? null,
});

const changedFields = (start: Details, values: Details): Partial<Details> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== start[name as keyof Details]));

function withFile(values: object, file: File | null): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(values)) if (value) body.set(name, String(value));
  if (file) body.set("file", file, file.name);
  return body;
}
