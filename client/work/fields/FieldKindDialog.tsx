import { Select } from "@mantine/core";
import { useState } from "react";
import {
  changeFieldKind,
  type FieldKindChange,
  type FieldSettings,
  previewFieldKind,
  undoFieldKindChange,
} from "../../../shared/work/fields/fields.contract";
import { type FieldKind, fieldKinds, hasOptions } from "../../../shared/work/fields/fields.schema";
import { call } from "../../platform/api";
import { useFormat, useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { queryClient, readQueryOptions, useAction, useEndpoint } from "../../platform/query";
import type { UndoStep } from "../../undo/history";
import { undoableMutation } from "../../undo/undoable-mutation";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import tones from "../../ui/layout/tones.module.css";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { Skeleton } from "../../ui/states/Skeleton";
import { toast } from "../../ui/toast/toast";
import { FieldKindIcon } from "./field-kinds";
import classes from "./fields.module.css";

interface FieldKindDialogProps {
  projectId: number;
  field: FieldSettings;
  onClose: () => void;
}

/** Changes the kind of a field after showing what happens to its values. */
export function FieldKindDialog({ projectId, field, onClose }: FieldKindDialogProps) {
  const text = useText();
  const [kind, setKind] = useState<FieldKind | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const params = { id: projectId, field_id: field.id };
  const read = { params, query: { kind: kind ?? field.kind } };
  const preview = useEndpoint(previewFieldKind, read, { enabled: kind !== null, staleTime: 0 });
  const label = text("projectField.kindChanged", { title: field.title });
  const change = useAction(changeFieldKind, {
    ...undoableMutation(label, ({ data: { version } }) => kindStep(label, params, version)),
    onSuccess: onClose,
    onProblem: (error) => {
      if (!(error instanceof ProblemError)) return false;
      setRefusal(error.message);
      void queryClient.invalidateQueries({ queryKey: readQueryOptions(previewFieldKind, read).queryKey });
      return true;
    },
  });
  const confirm = () => {
    if (kind === null) return setRefusal(text("field.required"));
    if (!preview.data || preview.isFetching) return;
    const { value_count, lost_count } = preview.data.data;
    setRefusal(null);
    change.mutate({ params, body: { kind, version: field.version, value_count, lost_count } });
  };
  const isLossy = (preview.data?.data.lost_count ?? 0) > 0;
  return (
    <ConfirmDialog
      opened
      tone={isLossy ? "danger" : "accent"}
      title={text("projectField.changeKind.title", { title: field.title })}
      confirmLabel={text(isLossy ? "projectField.changeKind.withLoss" : "projectField.changeKind.confirm")}
      pending={change.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Select
        data-autofocus
        label={text("projectField.changeKind.to")}
        placeholder={text("projectField.changeKind.choose")}
        data={fieldKinds
          .filter((each) => each !== field.kind)
          .map((value) => ({ value, label: text(`projectField.kind.${value}`) }))}
        value={kind}
        leftSection={kind && <FieldKindIcon kind={kind} />}
        error={refusal}
        allowDeselect={false}
        onChange={(chosen) => {
          setKind(chosen as FieldKind | null);
          setRefusal(null);
        }}
      />
      {kind !== null && (
        <QueryBoundary
          query={preview}
          loading={<Skeleton height={48} />}
          failed={text("projectField.changeKind.notLoaded")}
        >
          {({ data }) => <Preview kind={kind} preview={data} />}
        </QueryBoundary>
      )}
    </ConfirmDialog>
  );
}

/** The undo has no redo, because a change of the kind is confirmed with the values of that time. */
const kindStep = (label: string, params: { id: number; field_id: number }, version: number): UndoStep => ({
  text: label,
  undo: async () => {
    const { message } = await call(undoFieldKindChange, { params, body: { version } });
    toast.done(message ?? "");
    return null;
  },
});

function Preview({ kind, preview }: { kind: FieldKind; preview: FieldKindChange }) {
  const text = useText();
  const { list } = useFormat();
  const { value_count, lost_count, lost_tasks, new_options, views } = preview;
  const omitted = lost_count - lost_tasks.length;
  return (
    <div
      className={classes.preview}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
      tabIndex={0}
      role="region"
      aria-live="polite"
      aria-label={text("projectField.changeKind.effect")}
    >
      <p>{text("projectField.changeKind.counts", { converted: value_count - lost_count, lost: lost_count })}</p>
      {lost_tasks.length > 0 && (
        <>
          <h3>{text("projectField.changeKind.lostIn")}</h3>
          <ul>
            {lost_tasks.map(({ id, key, title }) => (
              <li key={id}>
                <bdi className={tones.quiet}>{key}</bdi> <bdi>{title}</bdi>
              </li>
            ))}
            {omitted > 0 && <li>{text("projectField.changeKind.omitted", { count: omitted })}</li>}
          </ul>
        </>
      )}
      {hasOptions(kind) && new_options.length > 0 && (
        <p>{text("projectField.changeKind.options", { count: new_options.length, options: list(new_options) })}</p>
      )}
      {views.length > 0 && (
        <p>
          {text("projectField.changeKind.views", { count: views.length, views: list(views.map(({ name }) => name)) })}
        </p>
      )}
    </div>
  );
}
